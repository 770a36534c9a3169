// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/one_for_each_id.hpp"

#include "tests/support/catch.hpp"

#include <utility>

namespace clustersim::slurm {

namespace {

QueuedJob job(std::int64_t id, JobState state, std::uint32_t priority) {
    QueuedJob out;
    out.request.number = id;
    out.state = state;
    out.priority = priority;
    return out;
}

}  // namespace

TEST_CASE("of two entries with one id, the one that squeue confirms counts", "[snapshot]") {
    for (bool const forged_first : {true, false}) {
        OneForEachId jobs;
        auto real = job(7, JobState::pending, 10);
        auto forged = job(7, JobState::running, 99);
        if (forged_first) std::swap(real, forged);
        jobs.add(std::move(real), false);
        jobs.add(job(8, JobState::running, 1), false);
        jobs.add(std::move(forged), false);
        CHECK(jobs.doubts(7));
        CHECK_FALSE(jobs.doubts(8));
        jobs.hear(job(7, JobState::pending, 10));
        std::vector<std::string> notes;
        auto const all = jobs.finish(notes);
        REQUIRE(all.size() == 2);
        CHECK(all[0].request.number == 7);
        CHECK(all[0].priority == 10);
        REQUIRE(notes.size() == 1);
        CHECK(notes[0].starts_with("1 jobs are listed twice"));
    }
}

TEST_CASE("a job with imitated words counts as squeue shows it, or not at all", "[snapshot]") {
    OneForEachId jobs;
    jobs.add(job(7, JobState::running, 99), true);
    jobs.add(job(9, JobState::running, 99), true);
    jobs.hear(job(7, JobState::pending, 10));
    std::vector<std::string> notes;
    auto const all = jobs.finish(notes);
    REQUIRE(all.size() == 1);
    CHECK(all[0].priority == 10);
    REQUIRE(notes.size() == 2);
    CHECK(notes[1].starts_with("1 of these jobs are left out"));
}

}  // namespace clustersim::slurm
