// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/count_profile.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {

CountProfile::CountProfile(PoolShape shape) : times_{0}, free_{shape.nodes} {}

void CountProfile::rebuild(ClusterView const& view) {
    times_.assign(1, view.now.since_origin);
    free_.assign(1, view.pool.free_units());
    begin_ = 0;
    for (RunningJob const& job : view.running) {
        std::int64_t const end = job.estimated_end.since_origin;
        if (times_.back() != end) {
            times_.push_back(end);
            free_.push_back(free_.back());
        }
        free_.back() += job.nodes;
    }
}

void CountProfile::advance(Instant now) {
    while (begin_ + 1 < times_.size() && times_[begin_ + 1] <= now.since_origin) ++begin_;
    times_[begin_] = now.since_origin;
    if (begin_ > times_.size() / 2) {
        auto const past = static_cast<std::ptrdiff_t>(begin_);
        times_.erase(times_.begin(), times_.begin() + past);
        free_.erase(free_.begin(), free_.begin() + past);
        begin_ = 0;
    }
}

CountProfile::Place CountProfile::reserve(PendingJob const& job) {
    std::size_t const step = earliest(job.nodes, job.requested);
    Instant const start{times_[step]};
    take(step, job.nodes, job.requested);
    return {start};
}

std::size_t CountProfile::earliest(std::int64_t nodes, std::int64_t length) const {
    std::size_t first = begin_;
    while (true) {
        while (free_[first] < nodes) ++first;
        std::int64_t const stop = times_[first] + length;
        std::size_t step = first + 1;
        while (step < times_.size() && times_[step] < stop && free_[step] >= nodes) ++step;
        if (step == times_.size() || times_[step] >= stop) return first;
        first = step;
    }
}

void CountProfile::take(std::size_t first, std::int64_t nodes, std::int64_t length) {
    std::int64_t const stop = times_[first] + length;
    std::size_t step = first;
    for (; step < times_.size() && times_[step] < stop; ++step) {
        free_[step] -= nodes;
        CS_ENSURE(free_[step] >= 0, "a reservation takes only free nodes");
    }
    if (step < times_.size() && times_[step] == stop) return;
    auto const at = static_cast<std::ptrdiff_t>(step);
    times_.insert(times_.begin() + at, stop);
    free_.insert(free_.begin() + at, free_[step - 1] + nodes);
}

}  // namespace clustersim
