// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/future_use.hpp"

#include "sim/slurm/controller/preempt_rules.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Number of jobs between two stored copies, chosen so that removing these jobs costs about as much
/// as a copy.
std::size_t stride_of(NodeUse const& use) {
    return std::max<std::size_t>(32, use.idle().universe() / 8);
}

}  // namespace

bool FutureUse::valid_for(RunningUse const& now) const {
    return begun_ && use_version_ == now.use.version() &&
           departures_version_ == now.jobs.running.departures().version() &&
           preempted_ == now.preempted;
}

void FutureUse::begin(RunningUse const& now) {
    begun_ = true;
    use_version_ = now.use.version();
    departures_version_ = now.jobs.running.departures().version();
    known_ = 0;
    ended_.reset();
    preempted_ = now.preempted;
    preempted_slot_.assign(preempted_.empty() ? 0 : now.jobs.table.slots(), false);
    if (preempted_.empty()) return;
    first_ = now.use;
    for (auto const slot : preempted_) {
        preempted_slot_[slot.value] = true;
        auto const& job = now.jobs.at(slot);
        auto const held = job.suspension.held;
        if (!only_suspends(now.site, job))
            first_->remove(job.allocation, job.chosen().kind, held);
        else if (held == HeldPart::all)
            first_->remove(job.allocation, job.chosen().kind, HeldPart::presence_and_cores);
    }
}

void FutureUse::remove(RunningUse const& now, NodeUse& use, std::size_t position) const {
    auto const slot = now.jobs.running[position];
    if (!preempted_slot_.empty() && preempted_slot_[slot.value]) return;
    auto const& job = now.jobs.at(slot);
    use.remove(job.allocation, job.chosen().kind, job.suspension.held);
}

NodeUse const& FutureUse::stored(RunningUse const& now, std::size_t step) {
    auto const& first = preempted_.empty() ? now.use : *first_;
    for (; known_ < step; ++known_) {
        auto const& before = known_ == 0 ? first : kept_[known_ - 1];
        if (known_ == kept_.size())
            kept_.emplace_back(before);
        else
            kept_[known_] = before;
        auto const position = known_ * stride_of(now.use);
        for (auto i = position; i < position + stride_of(now.use); ++i)
            remove(now, kept_[known_], i);
    }
    return step == 0 ? first : kept_[step - 1];
}

NodeUse const& FutureUse::after(RunningUse const& now, std::size_t ended) {
    if (!valid_for(now)) begin(now);
    auto const step = ended / stride_of(now.use);
    auto const position = step * stride_of(now.use);
    if (!ended_ || *ended_ > ended || *ended_ < position) {
        latest_ = stored(now, step);
        ended_ = position;
    }
    for (; *ended_ < ended; ++*ended_) remove(now, *latest_, *ended_);
    return *latest_;
}

}  // namespace clustersim::slurm
