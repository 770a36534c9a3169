// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/queue_past.hpp"

#include "sim/scenario/slurm_queue.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/resolve_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

using namespace clustersim;

namespace {

SlurmSimulation vega(std::string const& amount, QueueBegin begin, std::uint64_t replicate = 0) {
    auto const runs = resolve("system: vega\nbackground: {mix: blue-waters-gpu, warm-up: 1 d, " +
                              amount + "}\njobs: {own: {nodes: 1, runtime: 1 h}}\n");
    REQUIRE(runs);
    SlurmSetup const& setup = *runs->front().slurm;
    return start_slurm(setup,
                       sample_slurm_background(setup, begin, Seconds{2 * 86400}, 1, replicate),
                       1,
                       replicate);
}

double use_of(SlurmSimulation const& queue) {
    return static_cast<double>(queue.busy_units());
}

}  // namespace

TEST_CASE("a queue begins with what ran and waited before", "[scenario][unit]") {
    std::string const amount = GENERATE("backlog: 1 d", "load: 0.95");
    double busy = 0.0;
    double waiting = 0.0;
    double busy_of_empty = 0.0;
    for (std::uint64_t replicate = 0; replicate < 6; ++replicate) {
        SlurmSimulation queue = vega(amount, QueueBegin::steady, replicate);
        CHECK(use_of(queue) == 0.0);
        // Slurm has had time to start what ran before.
        queue.run_until(Instant{settling.count + 60});
        busy += use_of(queue) / 6.0;
        waiting += queue.pending_work() / 6.0;
        SlurmSimulation empty = vega(amount, QueueBegin::empty, replicate);
        empty.run_until(Instant{settling.count + 60});
        busy_of_empty += use_of(empty) / 6.0;
    }
    // All users of some empty machines begin within minutes.
    CHECK(busy_of_empty < 0.9 * busy);
    // Sixty nodes.
    CHECK(busy > 40.0);
    CHECK(waiting > 0.0);
}

TEST_CASE("users keep as much work waiting as was asked, in the mean", "[scenario][unit]") {
    auto const runs =
        resolve("system: vega\nbackground: {mix: curie, backlog: 12 h, warm-up: 6 h}\n"
                "jobs: {own: {nodes: 1, runtime: 1 h}}\n");
    REQUIRE(runs);
    SlurmSetup const& setup = *runs->front().slurm;
    constexpr std::uint64_t queues = 40;
    double waiting = 0.0;
    for (std::uint64_t replicate = 0; replicate < queues; ++replicate) {
        SlurmSimulation queue = start_slurm(
            setup,
            sample_slurm_background(setup, QueueBegin::steady, Seconds{6 * 3600}, 1, replicate),
            1,
            replicate);
        queue.run_until(Instant{settling.count + 60});
        waiting += queue.pending_work() / static_cast<double>(queues);
    }
    double const backlog = waiting / setup.place.units() / 3600.0;
    // With the patience of the dial alone it is 38 h, as a few of these jobs are half of the machine.
    CHECK(backlog > 8.0);
    CHECK(backlog < 18.0);
}

TEST_CASE("a job that ran before has the rest of its times", "[scenario][unit]") {
    PresentJob one;
    one.job.run = Seconds{1000};
    one.job.requested = Seconds{3600};
    one.elapsed = Seconds{900};
    CHECK(rest_of(one).run == Seconds{100});
    CHECK(rest_of(one).requested == Seconds{2700});
}

TEST_CASE("the accounts of a queue's past have used something", "[scenario][unit]") {
    SlurmSimulation const queue = vega("backlog: 1 d", QueueBegin::steady);
    auto const& usage = queue.controller().state().accounting.usage;
    CHECK(usage.usage_raw(0) > 0.0L);
    SlurmSimulation const empty = vega("backlog: 1 d", QueueBegin::empty);
    CHECK(empty.controller().state().accounting.usage.usage_raw(0) == 0.0L);
}

TEST_CASE("what waited before keeps its age", "[scenario][unit]") {
    SlurmSimulation queue = vega("load: 1.2", QueueBegin::steady);
    queue.run_until(Instant{settling.count});
    auto const& jobs = queue.controller().state().jobs;
    Instant oldest{};
    for (slurm::JobSlot const slot : jobs.pending()) {
        slurm::Job const& job = jobs.at(slot);
        oldest = std::min(oldest, job.submit);
        CHECK(job.nice == 0);
        if (job.accrue) CHECK(*job.accrue == job.submit);
    }
    CHECK(oldest < Instant{-3600});
    CHECK(oldest >= Instant{} - past_length);
}
