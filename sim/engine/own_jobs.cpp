// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/own_jobs.hpp"

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/controller/suspension.hpp"

#include <utility>

namespace clustersim {
namespace {

std::uint64_t own_key(std::int32_t id, std::optional<std::int32_t> task) {
    return static_cast<std::uint64_t>(id) << 32U | static_cast<std::uint32_t>(task ? *task + 1 : 0);
}

CourseEnd end_of(slurm::JobState state) {
    switch (state) {
        case slurm::JobState::timeout: return CourseEnd::at_limit;
        case slurm::JobState::preempted: return CourseEnd::cancelled;
        default: return CourseEnd::by_itself;
    }
}

}  // namespace

bool has_run(slurm::Job const& job) {
    return !job.earlier.empty() || (!job.pending() && job.state != slurm::JobState::cancelled &&
                                    job.state != slurm::JobState::deadline);
}

JobCourse course_of(slurm::Job const& job, Instant now) {
    JobCourse course;
    for (slurm::EarlierRun const& run : job.earlier)
        course.runs.push_back({run.start, run.end, run.suspended});
    if (!job.pending()) {
        bool const over = is_final(job.state);
        Seconds const suspended = over ? job.suspension.total : slurm::suspended_time(job, now);
        course.runs.push_back({job.start, over ? job.end : now, suspended});
    }
    course.end = is_final(job.state) ? end_of(job.state) : CourseEnd::never_resumed;
    return course;
}

void OwnJob::look_at(slurm::Job const& job, Instant now) {
    bool const known = started && !stoppable;
    if (known || course || !has_run(job)) return;
    started = job.earlier.empty() ? job.start : job.earlier.front().start;
    // Unknown if backfill starts a task of an array as soon as the limit of the array permits.
    if (job.earlier.empty()) eligible = job.eligible.value_or(*started);
    run = job.placed_run;
    // The site's default limit, for a job that requests none.
    if (minutes == 0 && job.limit) minutes = job.limit->count;
    if (job.spec->request.time_min_minutes && job.limit) limit = job.limit->seconds();
    if (is_final(job.state)) course = course_of(job, now);
}

void OwnJobs::add(OwnJob own) {
    if (own.outcome.accepted())
        numbers_.emplace(own_key(own.outcome.job_id, own.task), jobs_.size());
    jobs_.push_back(std::move(own));
}

template <class Visit>
void OwnJobs::each_of(slurm::Job const& job, Visit visit) {
    auto const of = [&](std::int32_t id, std::optional<std::int32_t> task) {
        if (auto const found = numbers_.find(own_key(id, task)); found != numbers_.end())
            visit(found->second);
    };
    of(job.id, std::nullopt);
    if (!job.task) return;
    of(job.id, job.task);
    if (job.array_id != job.id) of(job.array_id, job.task);
}

void OwnJobs::started(slurm::Job const& job, Instant /*now*/) {
    // Backfill may still change its limit at this instant.
    each_of(job, [&](std::size_t number) { changed_.push_back(number); });
}

void OwnJobs::finished(slurm::Job const& job, Instant now) {
    each_of(
        job,
        [&](std::size_t number) {
            jobs_[number].look_at(job, now);
            changed_.push_back(number);
        });
}

std::vector<std::size_t> OwnJobs::take_changed() {
    return std::exchange(changed_, {});
}

}  // namespace clustersim
