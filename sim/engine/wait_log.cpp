// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/wait_log.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// Of the first points of a job: Slurm computes priorities every few minutes.
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
    watched_.push_back({job_id, task, first_gap, false, std::make_shared<WaitCourse>()});
    return watched_.size() - 1;
}

bool WaitLog::is_of(Watched const& watched, slurm::Job const& job) {
    if (!watched.task) return job.id == watched.id;
    if (job.array_id != watched.id && job.id != watched.id) return false;
    return job.task ? job.task == watched.task
                    : std::ranges::binary_search(job.pending_tasks, *watched.task);
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
    for (Watched& watched : watched_)
        if (!watched.over && job.pending() && is_of(watched, job)) note(watched, job, now);
}

void WaitLog::started(slurm::Job const& job, Instant now) {
    for (Watched& watched : watched_) {
        if (watched.over || !is_of(watched, job)) continue;
        note(watched, job, now);
        watched.over = true;
    }
}

}  // namespace clustersim
