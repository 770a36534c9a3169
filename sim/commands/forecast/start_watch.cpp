// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/start_watch.hpp"

#include <algorithm>

namespace clustersim {

bool StartWatch::is_target(slurm::Job const& job) const {
    if (!target_.task) return job.id == target_.job || job.array_id == target_.job;
    if (job.array_id != target_.job) return false;
    return job.task == target_.task ||
           std::ranges::find(job.pending_tasks, *target_.task) != job.pending_tasks.end();
}

void StartWatch::begin(slurm::Controller const& controller) {
    if (auto const* job = controller.find(target_.job)) reason_ = job->reason;
}

void StartWatch::started(slurm::Job const& job, Instant now) {
    // Another task of the array does not count if one was asked for.
    bool const asked = is_target(job) && (!target_.task || job.task == target_.task);
    if (started_ || !asked) return;
    wait_until(now);
    started_ = now;
}

void StartWatch::reason_changed(slurm::Job const& job, Instant now) {
    if (started_ || !is_target(job) || !job.pending()) return;
    wait_until(now);
    reason_ = job.reason;
}

void StartWatch::wait_until(Instant now) {
    if (started_) return;
    seconds_[reason_] += (now - since_).count;
    since_ = now;
}

}  // namespace clustersim
