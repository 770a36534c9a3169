// SPDX-License-Identifier: Apache-2.0
#include "tests/property/engine/random_jobs.hpp"
#include "tests/support/catch.hpp"

#include <map>

using namespace clustersim;

namespace {

/// When a job could start if no other job started and every running job ended at its estimate:
/// computed node by node, independently of any policy.
Instant shadow_time(Simulation const& simulation, Job const& job) {
    std::vector<std::int32_t> free(static_cast<std::size_t>(simulation.shape().nodes),
                                   simulation.shape().units_per_node);
    std::map<Instant, std::vector<RunningJob>> ends;
    auto const add = [&](RunningJob const& running, std::int32_t sign) {
        for (NodeRange const range : simulation.nodes_of(running.job))
            for (int i = 0; i < range.count; ++i)
                free[static_cast<std::size_t>(range.first + i)] += sign * running.units;
    };
    for (RunningJob const& running : simulation.running()) {
        add(running, -1);
        ends[running.estimated_end].push_back(running);
    }
    auto const fits = [&] {
        return std::ranges::count_if(
                   free, [&](std::int32_t units) { return units >= job.units; }) >= job.nodes;
    };
    if (fits()) return simulation.now();
    for (auto const& [end, group] : ends) {
        for (RunningJob const& running : group) add(running, +1);
        if (fits()) return end;
    }
    return Instant::never();
}

}  // namespace

TEST_CASE("no node is over-allocated at any instant", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape = random_shape();
        auto const jobs = random_jobs(shape);
        Simulation simulation(shape, random_policy(), jobs);
        while (simulation.step()) {
            auto const broken = simulation.broken_invariant_now();
            if (broken) RC_FAIL(*broken);
        }
    }));
}

TEST_CASE("every job runs once, not before its submission, and for its full time",
          "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape = random_shape();
        auto const jobs = random_jobs(shape);
        Simulation simulation(shape, random_policy(), jobs);
        simulation.run();
        auto const records = simulation.records();
        RC_ASSERT(records.size() == jobs.size());
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            RC_ASSERT(records[i].id == jobs[i].id);
            RC_ASSERT(records[i].start >= jobs[i].submit);
            RC_ASSERT(records[i].run() == jobs[i].occupancy());
        }
        RC_ASSERT(simulation.free_units() == shape.total_units());
    }));
}

TEST_CASE("FCFS starts jobs in the order in which they joined", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape = random_shape();
        auto const starts = starts_of(shape, *find_policy("fcfs"), random_jobs(shape));
        RC_ASSERT(std::ranges::is_sorted(starts));
    }));
}

TEST_CASE("EASY never delays the shadow time of the head", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape = random_shape();
        auto const jobs = random_jobs(shape);
        Simulation simulation(shape, *find_policy("easy"), jobs);
        std::map<std::size_t, Instant> promised;
        while (simulation.step()) {
            std::size_t head = 0;
            while (head < jobs.size() && simulation.start_of({static_cast<std::uint32_t>(head)}))
                ++head;
            if (head == jobs.size() || jobs[head].submit > simulation.now()) continue;
            Instant const shadow = shadow_time(simulation, jobs[head]);
            // A head that fits is possible only if jobs of zero length free nodes within the
            // instant.
            RC_ASSERT(shadow != Instant::never());
            auto const [earlier, first] = promised.try_emplace(head, shadow);
            RC_ASSERT(shadow <= earlier->second);
            earlier->second = shadow;
        }
        for (auto const& [head, shadow] : promised)
            RC_ASSERT(*simulation.start_of({static_cast<std::uint32_t>(head)}) <= shadow);
    }));
}

TEST_CASE("EASY starts every waiting job that could start without delaying the head",
          "[engine][property]") {
    CHECK(rc::check([] {
        // A job that fits and ends by the shadow time is never left waiting.
        PoolShape const shape = random_shape();
        auto const jobs = random_jobs(shape);
        Simulation simulation(shape, *find_policy("easy"), jobs);
        while (simulation.step()) {
            std::optional<Instant> shadow;
            for (std::uint32_t i = 0; i < jobs.size() && jobs[i].submit <= simulation.now(); ++i) {
                if (simulation.start_of({i})) continue;
                Instant const soonest = shadow_time(simulation, jobs[i]);
                RC_ASSERT(soonest > simulation.now() ||
                          (shadow && simulation.now() + jobs[i].requested > *shadow));
                if (!shadow) shadow = soonest;
            }
        }
    }));
}

TEST_CASE("conservative never delays a reservation if jobs run for their requested time",
          "[engine][property]") {
    CHECK(rc::check([] {
        // The reservation made at submission depends only on earlier jobs, so later ones must not
        // matter.
        PoolShape const shape = random_shape();
        auto const jobs = random_jobs(shape, true);
        auto const starts = starts_of(shape, *find_policy("conservative"), jobs);
        auto const some =
            static_cast<std::size_t>(*rc::gen::inRange<std::size_t>(1, jobs.size() + 1));
        auto const alone =
            starts_of(shape, *find_policy("conservative"), std::span(jobs).first(some));
        RC_ASSERT(std::equal(alone.begin(), alone.end(), starts.begin()));
    }));
}

TEST_CASE("the same jobs give the same schedule, also after a fork", "[engine][property]") {
    CHECK(rc::check([] {
        PoolShape const shape = random_shape();
        auto const jobs = random_jobs(shape);
        PolicyEntry const& policy = random_policy();
        auto const starts = starts_of(shape, policy, jobs);
        Simulation original(shape, policy, jobs);
        original.run_until({*rc::gen::inRange(0, 60)});
        Simulation probed = original;
        probed.submit_now(
            {.id = 99, .submit = {}, .run = {3}, .requested = {5}, .nodes = 1, .units = 1});
        probed.run();
        original.run();
        std::vector<std::int64_t> forked;
        for (JobRecord const& record : original.records())
            forked.push_back(record.start.since_origin);
        RC_ASSERT(forked == starts);
        RC_ASSERT(probed.records().size() == jobs.size() + 1);
    }));
}
