// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/node_request.hpp"

#include "sim/slurm/read/machine/node_layout.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/commands/advise/script_text.hpp"

using namespace clustersim;

namespace {

/// Nodes of 4 GPUs, 32 cores, 128 GiB.
SlurmPlace place() {
    SlurmPlace one;
    one.partition = "gpu";
    one.nodes = 10;
    one.gpus = 4;
    one.cores = 32;
    one.memory_mb = 131072;
    return one;
}

NodeRequest asked(std::string const& options) {
    return node_request(script_of("#SBATCH " + options + "\n"), place()).value();
}

}  // namespace

TEST_CASE("a request without amounts is one task on one node", "[advise][unit]") {
    NodeRequest const one = asked("--time=10");
    CHECK(one.nodes == 1);
    CHECK(one.tasks == 1);
    CHECK(one.gpus == 0);
    CHECK(one.cores == 1);
    CHECK_FALSE(one.memory);
}

TEST_CASE("the number of nodes follows from tasks, GPUs and memory", "[advise][unit]") {
    CHECK(asked("-n 64").nodes == 2);
    CHECK(asked("-n 64").cores == 32);
    CHECK(asked("-n 16 -c 4").nodes == 2);
    CHECK(asked("-n 8 --ntasks-per-node=2").nodes == 4);
    CHECK(asked("--gpus=8").nodes == 2);
    CHECK(asked("--gpus=8").gpus == 4);
    CHECK(asked("-n 6 --gpus-per-task=1").nodes == 2);
    CHECK(asked("-n 6 --gpus-per-task=1").gpus == 3);
    CHECK(asked("-n 64 --mem-per-cpu=4G").nodes == 2);
    CHECK(asked("-n 2 --mem-per-cpu=100G").nodes == 2);
    CHECK(asked("-N 4 -n 2").nodes == 2);
    CHECK(asked("--gpus=4 --ntasks-per-gpu=2").tasks == 8);
}

TEST_CASE("cores and memory are those of each node", "[advise][unit]") {
    CHECK(asked("-N 2 --ntasks-per-node=4 -c 8").cores == 32);
    CHECK(asked("-N 2 --ntasks-per-node=4").cores == 4);
    CHECK_FALSE(asked("--gpus-per-node=2").cores);
    CHECK(asked("--gpus-per-node=2 --cpus-per-gpu=8").cores == 16);
    CHECK(asked("--mincpus=12").cores == 12);
    auto const gib = [](double n) { return bytes(n * 1024.0 * mebibyte); };
    CHECK(asked("--mem=60G").memory == gib(60.0));
    CHECK(asked("--mem=0").memory == gib(128.0));
    CHECK(asked("-n 4 --mem-per-cpu=2G").memory == gib(8.0));
    CHECK(asked("--gpus-per-node=2 --mem-per-gpu=16G").memory == gib(32.0));
}

TEST_CASE("what the nodes cannot share is refused at its line", "[advise][unit]") {
    auto const gpus = node_request(script_of("#SBATCH -N 2\n#SBATCH --gpus=3\n"), place());
    REQUIRE_FALSE(gpus);
    CHECK(gpus.error().items().front().where.line == 3);
    CHECK_FALSE(node_request(script_of("#SBATCH -N 1 -n 8 --ntasks-per-node=4\n"), place()));
}

TEST_CASE("GPUs are asked for in four ways, with or without a type", "[advise][unit]") {
    for (char const* options :
         {"--gpus=1", "--gpus-per-node=1", "--gpus-per-task=1", "--gres=gpu:1"})
        CHECK(asks_for_gpus(script_of("#SBATCH " + std::string(options) + "\n")));
    CHECK_FALSE(asks_for_gpus(script_of("#SBATCH --gres=nvme:100\n")));
    CHECK(gpu_type(script_of("#SBATCH --gres=gpu:a100:2\n")) == "a100");
    CHECK(gpu_type(script_of("#SBATCH --gpus=2\n")).empty());
}
