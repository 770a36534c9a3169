// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/queue_limits.hpp"

#include "sim/commands/catalogue/machines.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

using namespace clustersim;

namespace {

std::vector<QueueLimits> limits_of_machine(std::string const& machine) {
    auto const found = known_machine(machine, shipped_library());
    INFO(to_text(found.problems));
    REQUIRE(found.answer.has_value());
    return queue_limits(*found.answer);
}

QueueLimits const& named(std::vector<QueueLimits> const& queues, std::string_view name) {
    auto const found = std::ranges::find(queues, name, &QueueLimits::name);
    REQUIRE(found != queues.end());
    return *found;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a job that names no QOS has the limits of the usual one", "[commands][unit]") {
    auto const queues = limits_of_machine("alex");
    QueueLimits const& a40 = named(queues, "a40");
    CHECK(a40.qos == "normal");
    CHECK(a40.other_qos == Words{"a40multi"});
    CHECK(a40.max_nodes == 1);
    CHECK(a40.max_gpus == 8);
    CHECK(a40.max_time->count == 86400);
    CHECK(a40.memory_mib == 457763);  // 480 GB
    CHECK_FALSE(a40.whole_nodes);
}

TEST_CASE("kinds of nodes with one name for Slurm are one partition, as large as the largest",
          "[commands][unit]") {
    auto const queues = limits_of_machine("alex");
    QueueLimits const& a100 = named(queues, "a100");
    CHECK(std::ranges::count(queues, "a100", &QueueLimits::name) == 1);
    CHECK(a100.constraints == Words{"a100_40", "a100_80"});
    CHECK(a100.gpu_types == Words{"a100"});
    CHECK(a100.memory_mib == 1831054);  // of the nodes with 80 GB on a GPU
}

TEST_CASE("GPUs have the name that the machine's file gives, and none without it",
          "[commands][unit]") {
    auto const alex = limits_of_machine("alex");
    CHECK(named(alex, "a40").gpu_types == Words{"a40"});  // the accelerator has the same name
    CHECK(named(alex, "rtxpro6k").gpu_types.empty());
    CHECK(named(limits_of_machine("lumi"), "standard-g").gpu_types == Words{"mi250"});
    CHECK(named(limits_of_machine("jupiter"), "booster").gpu_types.empty());
    ScratchFolder const folder;
    auto const own =
        folder.write("own.yaml", "extends: alex\nnode_types: {a40: {gpus: {gres: tesla}}}\n");
    CHECK(named(limits_of_machine(own.string()), "a40").gpu_types == Words{"tesla"});
}

TEST_CASE("nodes without GPUs have none, and unknown values are absent", "[commands][unit]") {
    auto const lumi = limits_of_machine("lumi");
    CHECK(named(lumi, "standard").gpus == 0);
    CHECK(named(lumi, "standard").max_gpus == 0);
    CHECK(named(lumi, "standard").whole_nodes);
    CHECK(named(lumi, "dev-g").purpose == Purpose::test);
    // The installed memory is no limit.
    CHECK_FALSE(named(limits_of_machine("jupiter"), "booster").memory_mib.has_value());
}
