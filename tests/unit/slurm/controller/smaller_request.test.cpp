// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/smaller_request.hpp"

#include "sim/core/horizon.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <algorithm>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

RequestTrial const* find(std::vector<RequestTrial> const& trials, std::string const& change) {
    auto const found = std::ranges::find(trials, change, &RequestTrial::change);
    return found == trials.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("a request for fewer nodes starts on free nodes, the original one waits for the rest",
          "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), {});
    controller.run_until(Instant{10});
    controller.submit(request_of("-N2 --exclusive -t 60 --mem=1000", 1800));
    controller.run_until(Instant{100});
    controller.submit(request_of("-N4 --exclusive -t 120 --mem=1000", 600));
    auto const trials = try_smaller_requests(controller, 2, Horizon::days(1));
    auto const* const asked = find(trials, "as asked");
    auto const* const half = find(trials, "half the nodes");
    auto const* const quarter_time = find(trials, "a quarter of the time");
    REQUIRE(asked != nullptr);
    REQUIRE(half != nullptr);
    REQUIRE(quarter_time != nullptr);
    CHECK(asked->nodes == 4);
    REQUIRE(asked->wait);
    CHECK(asked->wait->count > 1600);
    CHECK(half->nodes == 2);
    REQUIRE(half->wait);
    CHECK(half->wait->count < 120);
    CHECK(quarter_time->limit_minutes == 30);
    CHECK(quarter_time->wait == asked->wait);
    // The original state is unchanged.
    CHECK(controller.find(2)->pending());
    CHECK(controller.now() == Instant{100});
}

TEST_CASE("less time lets a job end before a promise to another", "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), {});
    controller.run_until(Instant{10});
    controller.submit(request_of("-N2 --exclusive -t 60 --mem=1000", 3600));
    controller.run_until(Instant{100});
    controller.submit(request_of("-N4 --exclusive -t 60 --mem=1000", 600));
    controller.run_until(Instant{200});
    controller.submit(request_of("-N1 --exclusive -t 120 --mem=1000", 600));
    auto const trials = try_smaller_requests(controller, 3, Horizon::days(1));
    CHECK(find(trials, "half the nodes") == nullptr);
    auto const* const asked = find(trials, "as asked");
    auto const* const quarter = find(trials, "a quarter of the time");
    REQUIRE(asked != nullptr);
    REQUIRE(quarter != nullptr);
    REQUIRE(asked->wait);
    REQUIRE(quarter->wait);
    CHECK(asked->wait->count > 3000);
    CHECK(quarter->wait->count < 120);
}

TEST_CASE("there is nothing to try for running or unknown jobs", "[slurm_controller][unit]") {
    Controller controller(cluster4x8(), {});
    controller.run_until(Instant{10});
    controller.submit(request_of("-n1 -t 60 --mem=1000", 1800));
    controller.run_until(Instant{100});
    CHECK(try_smaller_requests(controller, 1, Horizon::days(1)).empty());
    CHECK(try_smaller_requests(controller, 99, Horizon::days(1)).empty());
}
