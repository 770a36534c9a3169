// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/slurm_simulation.hpp"

#include "sim/slurm/controller/suspension.hpp"

#include <algorithm>
#include <bit>

namespace clustersim {
namespace {

constexpr Seconds picture_gap{60};
/// Shorter than Slurm remembers a finished job, so that no start goes by unnoticed.
constexpr Seconds look_gap{120};
constexpr Seconds quiet_day{86400};
/// Users lengthen a job when its end is in sight.
constexpr Seconds before_end{3600};

/// Accelerators that the job holds of one node.
std::int64_t devices_of(slurm::Site const& site, slurm::NodeShare const& share, bool whole_nodes) {
    if (!whole_nodes) return std::popcount(share.devices);
    std::int64_t all = 0;
    for (slurm::NodeGres const& gres : site.record_of(share.node).gres) all += gres.count;
    return all;
}

/// A job that is removed while it waits has an end, but never ran.
bool has_run(slurm::Job const& job) {
    return !job.pending() && job.state != slurm::JobState::cancelled &&
           job.state != slurm::JobState::deadline;
}

}  // namespace

SlurmSimulation::SlurmSimulation(slurm::Controller controller,
                                 std::shared_ptr<SubmissionSource const> crowd,
                                 WatchedPartition watched)
    : controller_(std::move(controller)), crowd_(std::move(crowd)), watched_(std::move(watched)) {}

std::unique_ptr<QueueModel> SlurmSimulation::fork() const {
    return std::make_unique<SlurmSimulation>(*this);
}

void SlurmSimulation::run_until(Instant t) {
    while (next_ < crowd_->size() && crowd_->submit_of(next_) <= t) {
        controller_.run_until(std::max(now(), crowd_->submit_of(next_)));
        submit_due();
    }
    controller_.run_until(t);
    notice_starts();
}

bool SlurmSimulation::step(Instant end) {
    if (now() >= end) return false;
    Instant next = std::min(end, now() + picture_gap);
    if (next_ < crowd_->size()) next = std::min(next, std::max(crowd_->submit_of(next_), now()));
    run_until(next);
    return true;
}

void SlurmSimulation::submit_due() {
    while (next_ < crowd_->size() && crowd_->submit_of(next_) <= now()) {
        if (!controller_.submit(crowd_->request(next_)).accepted()) ++refused_;
        ++next_;
    }
}

std::size_t SlurmSimulation::submit_now(StudyJob const& job) {
    slurm::JobRequest request = job.request;
    request.submit = now();
    request.work = job.work;
    own_.push_back({controller_.submit(request),
                    request.time_minutes.value_or(0),
                    job.extended_time,
                    std::nullopt,
                    nullptr});
    return own_.size() - 1;
}

void SlurmSimulation::notice_starts() {
    for (OwnJob& own : own_) {
        if (own.started || !own.outcome.accepted()) continue;
        slurm::Job const* job = controller_.find(own.outcome.job_id);
        if (job == nullptr || !has_run(*job)) continue;
        own.started = job->start;
        own.run = job->placed_run;
    }
    extend_due();
}

void SlurmSimulation::extend_due() {
    for (OwnJob& own : own_) {
        if (!own.started || !own.extended_time) continue;
        if (now() < *own.started + Seconds{own.minutes * 60} - before_end) continue;
        slurm::JobUpdate longer;
        longer.jobs = {{own.outcome.job_id, std::nullopt}};
        longer.time_minutes = own.minutes + own.extended_time->count / 60;
        controller_.apply(longer);
        own.extended_time.reset();
    }
}

std::optional<Instant> SlurmSimulation::run_until_started(std::size_t job) {
    if (!own_[job].outcome.accepted()) return std::nullopt;
    Instant last_life = now();
    while (!own_[job].started) {
        Instant next = now() + look_gap;
        bool const more = next_ < crowd_->size();
        if (more) next = std::min(next, std::max(crowd_->submit_of(next_), now()));
        run_until(next);
        if (more || slurm::somebody_runs(controller_.state())) last_life = now();
        if (now() - last_life > quiet_day) return std::nullopt;
    }
    return own_[job].started;
}

std::size_t SlurmSimulation::waiting() const {
    return controller_.unfinished() - controller_.state().jobs.running.size();
}

std::int64_t SlurmSimulation::busy_units() const {
    slurm::ClusterState const& state = controller_.state();
    slurm::NodeSet const& nodes =
        state.nodes_of(state.config.site->find_partition(watched_.name).value());
    std::int64_t busy = 0;
    for (slurm::JobSlot const slot : state.jobs.running) {
        slurm::Allocation const& held = state.jobs.at(slot).allocation;
        for (slurm::NodeShare const& share : held.nodes) {
            if (!nodes.contains(share.node)) continue;
            busy +=
                watched_.counts_nodes ? 1 : devices_of(*state.config.site, share, held.whole_nodes);
        }
    }
    return busy;
}

}  // namespace clustersim
