// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/wait_log.hpp"

#include <utility>

namespace clustersim {
namespace {

/// The gap between the first points of a job: Slurm computes priorities every few minutes.
constexpr Seconds first_gap{60};

void add_point(WaitCourse& course, Seconds& gap, PriorityPoint point) {
    auto& points = course.priorities;
    if (!points.empty()) {
        // The last one counts: a start is the last look.
        if (points.back().at == point.at) points.pop_back();
        if (points.size() > 1 && points.back().at - points[points.size() - 2].at < gap)
            points.pop_back();
    }
    if (points.size() + 1 == WaitLog::most_points) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < points.size(); i += 2) std::swap(points[kept++], points[i]);
        points.resize(kept);
        gap = gap + gap;
    }
    points.push_back(std::move(point));
}

}  // namespace

std::size_t WaitLog::watch(std::int32_t job_id, std::optional<std::int32_t> task) {
    places_.emplace(key_of(job_id, task), watched_.size());
    watched_.push_back({job_id, task, first_gap, false, std::make_shared<WaitCourse>()});
    return watched_.size() - 1;
}

std::uint64_t WaitLog::key_of(std::int32_t id, std::optional<std::int32_t> task) {
    return static_cast<std::uint64_t>(id) << 32U | static_cast<std::uint32_t>(task ? *task + 1 : 0);
}

template <class Visit>
void WaitLog::each_of(slurm::Job const& job, Visit visit) {
    auto const of = [&](std::int32_t id, std::optional<std::int32_t> task) {
        auto const [first, last] = places_.equal_range(key_of(id, task));
        for (auto at = first; at != last; ++at) visit(watched_[at->second]);
    };
    of(job.id, std::nullopt);
    auto const with_tasks = [&](std::int32_t id) {
        if (job.task) return of(id, job.task);
        for (auto const task : job.pending_tasks) of(id, task);
    };
    with_tasks(job.id);
    if (job.array_id != job.id) with_tasks(job.array_id);
}

void WaitLog::note(Watched& watched, slurm::Job const& job, Instant now) {
    WaitCourse& course = *watched.course;
    auto const choice = static_cast<std::size_t>(job.choice);
    PriorityPoint point{now, job.priority, {}};
    if (choice < job.factors.size()) point.factors = job.factors[choice];
    add_point(course, watched.gap, std::move(point));
    if (!job.pending()) return;
    if (course.reasons.empty() || course.reasons.back().reason != job.reason)
        course.reasons.push_back({now, job.reason});
}

void WaitLog::look(std::size_t number, slurm::Job const& job, Instant now) {
    Watched& watched = watched_[number];
    if (!watched.over && job.pending()) note(watched, job, now);
}

void WaitLog::reason_changed(slurm::Job const& job, Instant now) {
    if (!job.pending()) return;
    each_of(job, [&](Watched& watched) {
        if (!watched.over) note(watched, job, now);
    });
}

void WaitLog::started(slurm::Job const& job, Instant now) {
    each_of(
        job,
        [&](Watched& watched) {
            if (watched.over) return;
            note(watched, job, now);
            watched.over = true;
        });
}

}  // namespace clustersim
