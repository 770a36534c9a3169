// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/forecast_request.hpp"

#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

namespace clustersim {

TEST_CASE("smaller requests halve time and nodes, and stop at what makes sense", "[forecast]") {
    auto const site = slurm::plain_site(16, 4);
    slurm::JobRequest request;
    request.min_nodes = request.max_nodes = 8;
    request.ntasks = 16;
    request.time_minutes = 240;
    auto const smaller = smaller_requests(site, request);
    REQUIRE(smaller.size() == 5);
    CHECK(request_text(site, smaller[0]) == "8 nodes, 16 tasks, 2:00:00");
    CHECK(request_text(site, smaller[1]) == "8 nodes, 16 tasks, 1:00:00");
    CHECK(request_text(site, smaller[2]) == "4 nodes, 8 tasks, 4:00:00");
    CHECK(request_text(site, smaller[3]) == "2 nodes, 4 tasks, 4:00:00");
    CHECK(request_text(site, smaller[4]) == "4 nodes, 8 tasks, 2:00:00");
    request.min_nodes = request.max_nodes = 1;
    request.ntasks = 1;
    request.time_minutes = 12;
    CHECK(smaller_requests(site, request).empty());
    request.min_nodes = request.max_nodes = 8;
    request.node_list = "n[1-8]";
    CHECK(smaller_requests(site, request).empty());
}

}  // namespace clustersim
