// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/carried_friction.hpp"

#include "sim/slurm/replay/plain_site.hpp"
#include "tests/support/catch.hpp"

#include <string>
#include <variant>
#include <vector>

namespace clustersim {
namespace {

constexpr std::int64_t days = 20, hour_s = 3600, day_of_log_s = 86'400;

/// Four nodes. Jobs of one node and an hour by four users come every 20 minutes and start at once, two at a time; but from 10 to 16 h of each
/// day, only one at a time, although another waits.
Past log_with_lost_nodes(std::string const& partition) {
    Past out;
    std::vector<std::int64_t> free(4, 0);
    for (std::int64_t i = 0; i < days * 72; ++i) {
        std::int64_t const submit = i * 1200;
        auto const lost = [&](std::int64_t at) {
            return at % day_of_log_s >= 10 * hour_s && at % day_of_log_s < 16 * hour_s;
        };
        auto start = submit;
        std::size_t node = 0;
        for (bool placed = false; !placed;) {
            for (node = 0; node < (lost(start) ? 1U : 4U) && !placed; ++node)
                placed = free[node] <= start;
            if (!placed) start += 60;
        }
        free[node - 1] = start + hour_s;
        PastJob job;
        job.submit = Instant{submit};
        job.start = Instant{start};
        job.end = Instant{start + hour_s};
        job.limit = Seconds{hour_s};
        job.nodes = 1;
        job.user = out.users.number("u" + std::to_string(i % 4));
        job.queue = out.queues.number(partition);
        out.jobs.push_back(job);
    }
    return out;
}

slurm::QueueSnapshot snapshot_of_four_nodes() {
    slurm::QueueSnapshot snapshot;
    snapshot.site = slurm::plain_site(4, 1);
    snapshot.origin = 0;
    snapshot.queue.now = Instant{days * day_of_log_s};
    return snapshot;
}

}  // namespace

TEST_CASE("lost capacity of the past drains nodes in the future", "[forecast]") {
    auto const snapshot = snapshot_of_four_nodes();
    CarriedFriction const carried(snapshot,
                                  log_with_lost_nodes(snapshot.site.partitions.front().name));
    REQUIRE_FALSE(carried.sources().empty());
    CHECK(carried.sources().front().find("lost capacity") != std::string::npos);
    auto const future = carried.future(1, 0, Seconds{10 * day_of_log_s});
    REQUIRE(future.size() >= 2);
    auto const* first = std::get_if<slurm::NodeUpdate>(&future.front().command);
    REQUIRE(first != nullptr);
    CHECK(first->state == slurm::NodeStateChange::drain);
    CHECK(first->nodes.size() >= 1);
    CHECK(first->nodes.size() <= 3);
    CHECK(future.front().at >= snapshot.queue.now);
    // The same number gives the same future, another number another one.
    auto const again = carried.future(1, 0, Seconds{10 * day_of_log_s});
    REQUIRE(again.size() == future.size());
    CHECK(again.front().at == future.front().at);
    CHECK(carried.future(1, 1, Seconds{10 * day_of_log_s}).front().at != future.front().at);
}

TEST_CASE("nodes that are down in the snapshot are not lost twice", "[forecast]") {
    auto snapshot = snapshot_of_four_nodes();
    for (std::size_t node = 0; node < 3; ++node)
        snapshot.site.nodes[node].state = slurm::NodeAdminState::down;
    CarriedFriction const carried(snapshot,
                                  log_with_lost_nodes(snapshot.site.partitions.front().name));
    CHECK(carried.future(1, 0, Seconds{10 * day_of_log_s}).empty());
}

TEST_CASE("a past without friction is said to show none", "[forecast]") {
    auto const snapshot = snapshot_of_four_nodes();
    CarriedFriction const carried(snapshot, {});
    CHECK(carried.sources() == std::vector<std::string>{"friction: the history shows none"});
    CHECK(carried.future(1, 0, Seconds{day_of_log_s}).empty());
}

}  // namespace clustersim
