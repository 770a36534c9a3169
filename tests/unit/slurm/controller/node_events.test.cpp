// SPDX-License-Identifier: Apache-2.0
// Nodes that fail at random or in outages, and what happens to their jobs.
#include "sim/slurm/controller/node_events.hpp"

#include "sim/slurm/controller/failure_log.hpp"
#include "tests/unit/slurm/controller/small_cluster.hpp"

#include <map>
#include <utility>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// The cluster of four nodes with failures or outages.
Site failing_cluster(Seconds mtbf, Seconds mttr, std::vector<Outage> outages = {}) {
    Site site = *cluster4x8();
    site.failures = {mtbf, mttr, {}};
    site.outages = std::move(outages);
    return site;
}

Outage outage_of(std::int64_t start, std::int64_t duration, std::vector<std::int32_t> nodes) {
    return {"power", Instant{start}, Seconds{duration}, std::move(nodes), {}};
}

/// The spans in which each node is down, up to an instant.
std::map<std::int32_t, std::vector<Instant>> changes_until(Site const& site, Instant end) {
    NodeEvents events(site, {7, 3, {}});
    std::map<std::int32_t, std::vector<Instant>> changes;
    while (events.next() < end) {
        Instant const at = events.next();
        for (std::int32_t const node : events.take_next(site).nodes) changes[node].push_back(at);
    }
    return changes;
}

class LogObserver final : public JobObserver {
  public:
    void ended(Job const& job, JobState run_state, Instant now) override {
        log.ended(job, run_state, now);
    }
    void node_failed(std::int32_t node, Instant now) override { log.node_failed(node, now); }
    void node_returned(std::int32_t node, Instant now) override { log.node_returned(node, now); }

    FailureLog log;
};

}  // namespace

TEST_CASE("nodes without failures have no events", "[node_events][unit]") {
    CHECK(NodeEvents().next() == Instant::never());
    CHECK(NodeEvents(*cluster4x8(), {}).next() == Instant::never());
}

TEST_CASE("up and down times have their means", "[node_events][unit]") {
    constexpr std::int64_t mtbf = 10'000;
    constexpr std::int64_t mttr = 500;
    Site const site = failing_cluster(Seconds{mtbf}, Seconds{mttr});
    double up = 0.0;
    double down = 0.0;
    std::size_t failures = 0;
    for (auto const& [node, at] : changes_until(site, Instant{mtbf * 2000})) {
        Instant last{};
        for (std::size_t i = 0; i < at.size(); ++i) {
            (i % 2 == 0 ? up : down) += static_cast<double>((at[i] - last).count);
            failures += i % 2 == 0 ? 1 : 0;
            last = at[i];
        }
    }
    // About 7,600 of each: the means are known to 1.2 % (one standard error).
    CHECK(failures > 7000);
    CHECK(up / static_cast<double>(failures) == Approx(double{mtbf}).epsilon(0.05));
    CHECK(down / static_cast<double>(failures) == Approx(double{mttr}).epsilon(0.05));
}

TEST_CASE("a node fails at the same times whatever other nodes there are", "[node_events][unit]") {
    Site const site = failing_cluster(Seconds{10'000}, Seconds{500});
    Site larger = site;
    larger.nodes.push_back(larger.nodes.back());
    larger.nodes.back().name = "n5";
    auto const few = changes_until(site, Instant{100'000});
    auto const more = changes_until(larger, Instant{100'000});
    for (auto const& [node, at] : few) CHECK(more.at(node) == at);
    CHECK(more.contains(4));
    // The same draws in other units of time.
    auto const slower =
        changes_until(failing_cluster(Seconds{20'000}, Seconds{1000}), Instant{200'000});
    for (auto const& [node, at] : few)
        CHECK(std::abs(slower.at(node).front().since_origin - 2 * at.front().since_origin) <= 2);
}

TEST_CASE("a node that is down for two reasons returns after the later one",
          "[node_events][unit]") {
    Site const site =
        failing_cluster({}, {}, {outage_of(100, 400, {0, 1}), outage_of(200, 100, {1, 2})});
    NodeEvents events(site, {1, 0, Seconds{50}});
    CHECK(events.outage_ahead());
    CHECK(events.next() == Instant{50});
    auto change = events.take_next(site);
    CHECK(change.down);
    CHECK(change.nodes == std::vector<std::int32_t>{0, 1});
    change = events.take_next(site);
    CHECK(change.nodes == std::vector<std::int32_t>{2});
    change = events.take_next(site);  // 300: node 1 is still in the first outage
    CHECK_FALSE(change.down);
    CHECK(change.nodes == std::vector<std::int32_t>{2});
    CHECK(events.next() == Instant{450});
    CHECK(events.take_next(site).nodes == std::vector<std::int32_t>{0, 1});
    CHECK(events.next() == Instant::never());
    CHECK_FALSE(events.outage_ahead());
}

TEST_CASE("an outage without nodes is one of the partition, or of the machine",
          "[node_events][unit]") {
    Outage whole = outage_of(0, 1, {});
    CHECK(NodeEvents(failing_cluster({}, {}, {whole}), {})
              .take_next(failing_cluster({}, {}, {whole}))
              .nodes.size() == 4);
    whole.partition = "batch";
    Site site = failing_cluster({}, {}, {whole});
    site.partitions[0].nodes = {1, 2};
    CHECK(NodeEvents(site, {}).take_next(site).nodes == std::vector<std::int32_t>{1, 2});
}

TEST_CASE("jobs on a failed node are requeued or end", "[node_events][unit]") {
    auto const site =
        std::make_shared<Site const>(failing_cluster({}, {}, {outage_of(100, 600, {0, 1})}));
    Controller controller(site, cycles_from_30());
    LogObserver observer;
    controller.observe(&observer);
    controller.draw_node_failures({});
    controller.submit(request_of("-w n1 --exclusive -t 60", 1000));
    controller.submit(request_of("-w n2 --exclusive -t 60 --no-requeue", 1000));
    controller.submit(request_of("-w n3 --exclusive -t 60", 1000));
    controller.run_until(Instant{99});
    Instant const first = controller.find(1)->start;
    REQUIRE(controller.find(1)->state == JobState::running);
    controller.run_until(Instant{150});
    CHECK(controller.find(1)->state == JobState::pending);
    CHECK(controller.find(1)->restarts == 1);
    CHECK(controller.find(2)->state == JobState::node_fail);
    CHECK(controller.find(3)->state == JobState::running);
    CHECK_FALSE(controller.state().nodes.available.contains(0));
    // A fork has the same future.
    Controller fork = controller;
    fork.run_until(Instant{2500});
    CHECK(controller.run_to_end());
    CHECK(controller.find(1)->state == JobState::completed);
    CHECK(controller.find(1)->start >= Instant{700});
    CHECK(controller.find(1)->start <= Instant{760});
    REQUIRE(fork.find(1) != nullptr);
    CHECK(fork.find(1)->start == controller.find(1)->start);

    auto const totals = failure_totals(observer.log, Instant{0}, Instant{2000});
    CHECK(totals.node_failures == 2);
    CHECK(totals.jobs_requeued == 1);
    CHECK(totals.jobs_failed == 1);
    CHECK(totals.node_hours_down == Approx(2 * 600.0 / 3600.0));
    CHECK(totals.node_hours_lost ==
          Approx(2.0 * static_cast<double>((Instant{100} - first).count) / 3600.0));
    // Only the part between two instants counts.
    CHECK(failure_totals(observer.log, Instant{200}, Instant{300}).node_hours_down ==
          Approx(2 * 100.0 / 3600.0));
    CHECK(failure_totals(observer.log, Instant{200}, Instant{300}).node_failures == 0);
}

TEST_CASE("a job that waits for a node starts after the repair, others wait for ever",
          "[node_events][unit]") {
    auto const outage =
        std::make_shared<Site const>(failing_cluster({}, {}, {outage_of(0, 90'000, {0})}));
    Controller patient(outage, cycles_from_30());
    patient.draw_node_failures({});
    patient.submit(request_of("-w n1 --exclusive -t 60", 1000));
    CHECK(patient.run_to_end());
    CHECK(patient.find(1)->start >= Instant{90'000});
    // Nodes that fail every half an hour do not keep a held job's simulation alive.
    auto const failing = std::make_shared<Site const>(failing_cluster(Seconds{7200}, Seconds{600}));
    Controller endless(failing, cycles_from_30());
    endless.draw_node_failures({});
    endless.submit(request_of("--hold -t 60", 1000));
    CHECK_FALSE(endless.run_to_end());
    CHECK(endless.now() < Instant{100'000});
}
