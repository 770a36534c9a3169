// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/future_use.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Number of jobs between two stored copies, chosen so that removing these jobs costs about as much
/// as a copy.
std::size_t stride_of(NodeUse const& use) {
    return std::max<std::size_t>(32, use.idle().universe() / 8);
}

}  // namespace

NodeUse& FutureUse::now(NodeUse const& present) {
    buffer_ = present;
    return *buffer_;
}

NodeUse& FutureUse::towards(Present const& present, std::size_t jobs, std::size_t& gone) {
    auto const step = jobs / stride_of(present.use);
    gone = step * stride_of(present.use);
    buffer_ = step == 0 ? present.use : without(present, step);
    return *buffer_;
}

bool FutureUse::knows_more(Present const& present, std::size_t jobs, std::size_t gone) {
    return jobs / stride_of(present.use) * stride_of(present.use) > gone;
}

NodeUse const& FutureUse::without(Present const& present, std::size_t step) {
    if (use_version_ != present.use.version() ||
        departures_version_ != present.jobs.running.departures().version()) {
        use_version_ = present.use.version();
        departures_version_ = present.jobs.running.departures().version();
        known_ = 0;
    }
    for (; known_ < step; ++known_) {
        auto const& before = known_ == 0 ? present.use : kept_[known_ - 1];
        if (known_ == kept_.size())
            kept_.push_back(before);
        else
            kept_[known_] = before;
        auto const first = known_ * stride_of(present.use);
        for (auto i = first; i < first + stride_of(present.use); ++i) {
            auto const& job = present.jobs.at(present.jobs.running[i]);
            kept_[known_].remove(job.allocation, job.chosen().kind, job.suspension.held);
        }
    }
    return kept_[step - 1];
}

}  // namespace clustersim::slurm
