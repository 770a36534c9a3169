// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/limits/limit_check.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/limits/limited_site.hpp"

#include <rapidcheck.h>

#include <cstddef>
#include <vector>

using namespace clustersim;
using namespace clustersim::slurm;
using namespace clustersim::slurm::test;

namespace {

/// A job of one of two users on random nodes.
Job any_job() {
    auto const mask = *rc::gen::inRange(0, 256);
    std::vector<std::int32_t> nodes;
    for (std::int32_t node = 0; node < 8; ++node)
        if ((mask >> node & 1) != 0) nodes.push_back(node);
    auto const groups = *rc::gen::arbitrary<bool>() ? LimitedSite::groups_of_alice()
                                                    : LimitedSite::groups_of_carl();
    Job job(groups, *rc::gen::inRange(1, 9), nodes);
    job.minutes = *rc::gen::inRange(1, 500);
    return job;
}

LimitedSite counted_site() {
    LimitedSite limited;
    limited.qos().group.tres.set(tres::node, 5);
    limited.qos().max_tres_per_user.set(tres::node, 3);
    limited.qos().max_tres_per_account.set(tres::cpu, 20);
    limited.association(LimitedSite::root).group.tres.set(tres::cpu, 30);
    limited.association(LimitedSite::physics).group.tres_run_mins.set(tres::cpu, 5000);
    return limited;
}

}  // namespace

TEST_CASE("counts are the sums over the running jobs, in any order of starts and ends",
          "[slurm_limits][property]") {
    LimitedSite const limited = counted_site();
    LimitPlan const plan(limited.site);
    CHECK(rc::check([&] {
        UsageCounts counts(plan);
        std::vector<Job> running;
        auto const steps = *rc::gen::inRange(1, 30);
        for (int step = 0; step < steps; ++step) {
            if (running.empty() || *rc::gen::inRange(0, 3) > 0) {
                running.push_back(any_job());
                counts.add_submit(running.back().groups);
                counts.start(running.back().hold(), running.back().limit());
            } else {
                auto const ends = *rc::gen::inRange<std::size_t>(0, running.size());
                counts.end(running[ends].hold(), running[ends].limit());
                counts.remove_submit(running[ends].groups);
                running.erase(running.begin() + static_cast<std::ptrdiff_t>(ends));
            }
        }
        std::int64_t cpus = 0, cpus_of_alice = 0, minutes_of_physics = 0;
        NodeSet nodes(8), nodes_of_alice(8);
        for (Job const& job : running) {
            cpus += job.tres[tres::cpu];
            nodes |= job.nodes;
            if (job.groups.user != 0) continue;
            cpus_of_alice += job.tres[tres::cpu];
            minutes_of_physics += job.tres[tres::cpu] * *job.minutes;
            nodes_of_alice |= job.nodes;
        }
        auto const& qos = counts.qos(LimitedSite::normal);
        RC_ASSERT(qos.jobs == std::ssize(running));
        RC_ASSERT(qos.submitted == std::ssize(running));
        RC_ASSERT(qos.tres_at(tres::cpu) == cpus);
        RC_ASSERT(qos.tres_at(tres::node) == nodes.count());
        auto const& alice = counts.user_of_qos(LimitedSite::normal, 0);
        RC_ASSERT(alice.tres_at(tres::node) == nodes_of_alice.count());
        RC_ASSERT(
            counts.account_of_qos(LimitedSite::normal, LimitedSite::physics).tres_at(tres::cpu) ==
            cpus_of_alice);
        RC_ASSERT(counts.association(LimitedSite::root).tres_at(tres::cpu) == cpus);
        RC_ASSERT(counts.association(LimitedSite::physics).run_minutes(tres::cpu) ==
                  minutes_of_physics);
    }));
}

TEST_CASE("jobs that start only if limits allow it never exceed them", "[slurm_limits][property]") {
    LimitedSite const limited = counted_site();
    CHECK(rc::check([&] {
        Checked now(limited);
        for (int i = 0; i < 20; ++i) {
            Job const job = any_job();
            if (job.nodes.empty() || now.pre(job) != "None" || now.post(job) != "None") continue;
            now.start(job);
            RC_ASSERT(now.counts.qos(LimitedSite::normal).nodes.count() <= 5);
            RC_ASSERT(now.counts.user_of_qos(LimitedSite::normal, 1).nodes.count() <= 3);
            RC_ASSERT(now.counts.association(LimitedSite::root).tres_at(tres::cpu) <= 30);
            RC_ASSERT(now.counts.association(LimitedSite::physics).run_minutes(tres::cpu) <= 5000);
        }
    }));
}
