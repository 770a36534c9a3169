// SPDX-License-Identifier: Apache-2.0
#include "sim/study/srun_line.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/commands/advise/script_text.hpp"

using namespace clustersim;

namespace {

std::vector<SrunLine> steps_of(std::string const& lines) {
    return script_of(lines).steps;
}

}  // namespace

TEST_CASE("srun is found where a shell starts a command", "[advise][unit]") {
    CHECK(steps_of("srun a\n").size() == 1);
    CHECK(steps_of("X=1 time srun -n2 a\n").size() == 1);
    CHECK(steps_of("if true; then srun a; fi\n").size() == 1);
    CHECK(steps_of("cd d && /usr/bin/srun a\n").size() == 1);
    CHECK(steps_of("srun\n").size() == 1);
    CHECK(steps_of("echo srun a\n").empty());
    CHECK(steps_of("# srun a\n").empty());
    CHECK(steps_of("mysrun a\n").empty());
}

TEST_CASE("the resources of a step are read among srun's own options", "[advise][unit]") {
    auto const steps = steps_of("srun --mpi pmix -l -n 8 --cpu-bind cores \\\n"
                                "  --gpus-per-task=1 -c4 -W 10 python -n 3\n");
    REQUIRE(steps.size() == 1);
    slurm::JobRequest const& r = steps.front().request;
    CHECK(r.ntasks == 8);
    CHECK(r.cpus_per_task == 4);
    REQUIRE(r.gres.size() == 1);
    CHECK(r.gres.front().scope == slurm::GresScope::per_task);
    CHECK(steps.front().place.line == 2);
    CHECK(steps.front().place.column == 1);
}

TEST_CASE("values that the shell fills in are left out", "[advise][unit]") {
    auto const steps = steps_of("srun -n $SLURM_NTASKS -N2 a\n");
    REQUIRE(steps.size() == 1);
    CHECK_FALSE(steps.front().request.ntasks);
    CHECK(steps.front().request.min_nodes == 2);
}

TEST_CASE("a step that says its cores is known whatever the value is", "[advise][unit]") {
    for (char const* line : {"srun --cpus-per-task=$SLURM_CPUS_PER_TASK a\n",
                             "srun -c $((SLURM_CPUS_PER_TASK / 2)) -n 1 a\n",
                             "srun --cpus-per-t 4 a\n",
                             "srun -c4 a\n",
                             "ARGS=\"--mpi=pmix -c 4\"\nsrun $ARGS a\n",
                             "ARGS=(--cpus-per-task=4)\nsrun \"${ARGS[@]}\" a\n"}) {
        CAPTURE(line);
        auto const steps = steps_of(line);
        REQUIRE(steps.size() == 1);
        CHECK(steps.front().gives_cores);
    }
    for (char const* line : {"srun a -c 4\n", "srun $PROGRAM -c 4\n", "srun -n 4 a\n"}) {
        CAPTURE(line);
        CHECK_FALSE(steps_of(line).front().gives_cores);
    }
    CHECK(steps_of("srun -c $((N / 2)) -n 3 a\n").front().request.ntasks == 3);
}
