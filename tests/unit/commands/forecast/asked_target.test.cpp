// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/asked_target.hpp"

#include "tests/support/catch.hpp"

#include <variant>

using namespace clustersim;

namespace {

Result<ForecastTarget> target_of(AskedTarget const& asked) {
    Diagnostics remarks;
    return read_target(asked, {}, remarks);
}

AskedTarget queued(std::string job) {
    AskedTarget asked;
    asked.job = std::move(job);
    return asked;
}

}  // namespace

TEST_CASE("a job of the queue is named by its number", "[forecast][unit]") {
    auto const job = target_of(queued("123456"));
    REQUIRE(job);
    CHECK(std::get<QueuedTarget>(*job).job == 123456);
    CHECK_FALSE(std::get<QueuedTarget>(*job).task);
    auto const task = target_of(queued("123456_7"));
    REQUIRE(task);
    CHECK(std::get<QueuedTarget>(*task).task == 7);
    for (char const* text : {"0", "12x", "12_", "99999999999"})
        CHECK_FALSE(target_of(queued(text)));
}

TEST_CASE("a new job is described in the words of sbatch", "[forecast][unit]") {
    AskedTarget asked;
    asked.options = {"--nodes=8"};
    asked.sbatch = "--time=4:00:00";
    asked.user = "ann";
    auto const target = target_of(asked);
    REQUIRE(target);
    auto const& request = std::get<slurm::JobRequest>(*target);
    CHECK(request.min_nodes == 8);
    CHECK(request.time_minutes == 240);
    CHECK(request.user == "ann");
    asked.job = "1";
    CHECK_FALSE(target_of(asked));
    CHECK_FALSE(target_of({}));
}
