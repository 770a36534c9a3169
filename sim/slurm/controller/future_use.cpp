// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/future_use.hpp"

#include "sim/slurm/controller/cluster_state.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Jobs between two that are kept: so many that taking them away costs about what a copy does.
std::size_t stride_of(ClusterState const& state) {
    return std::max<std::size_t>(32, state.site->nodes.size() / 8);
}

}  // namespace

NodeUse& FutureUse::now(ClusterState const& state) {
    buffer_ = state.use;
    return *buffer_;
}

NodeUse& FutureUse::towards(ClusterState const& state, std::size_t jobs, std::size_t& gone) {
    auto const step = jobs / stride_of(state);
    gone = step * stride_of(state);
    buffer_ = step == 0 ? state.use : without(state, step);
    return *buffer_;
}

bool FutureUse::knows_more(ClusterState const& state, std::size_t jobs, std::size_t gone) {
    return jobs / stride_of(state) * stride_of(state) > gone;
}

NodeUse const& FutureUse::without(ClusterState const& state, std::size_t step) {
    if (use_version_ != state.use.version() || departures_version_ != state.departures.version()) {
        use_version_ = state.use.version();
        departures_version_ = state.departures.version();
        known_ = 0;
    }
    for (; known_ < step; ++known_) {
        auto const& before = known_ == 0 ? state.use : kept_[known_ - 1];
        if (known_ == kept_.size()) {
            kept_.push_back(before);
        } else {
            kept_[known_] = before;
        }
        auto const first = known_ * stride_of(state);
        for (auto i = first; i < first + stride_of(state); ++i) {
            auto const& job = state.jobs.at(state.running[i]);
            kept_[known_].remove(job.allocation, job.chosen().kind, job.suspension.held);
        }
    }
    return kept_[step - 1];
}

}  // namespace clustersim::slurm
