// SPDX-License-Identifier: Apache-2.0
#include "sim/study/advise/srun_line.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/study/advise/script_text.hpp"

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
