// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/count_profile.hpp"

#include <algorithm>

namespace clustersim {

namespace {

constexpr std::size_t remembered_requests = 1024;

}  // namespace

CountProfile::CountProfile(PoolShape shape)
    : times_{0}, free_{shape.nodes}, last_found_(remembered_requests) {}

void CountProfile::rebuild(ClusterView const& view) {
    times_.assign(1, view.now.since_origin);
    free_.assign(1, static_cast<std::int32_t>(view.pool.free_units()));
    begin_ = 0;
    ++generation_;
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
    LastFound& last = last_found(job);
    auto const known = std::ranges::lower_bound(times_, last.start);
    std::size_t const from = std::max(begin_, static_cast<std::size_t>(known - times_.begin()));
    std::size_t const step = earliest(from, job.nodes, job.requested);
    last.start = times_[step];
    take(step, job.nodes, job.requested);
    return {Instant{last.start}};
}

CountProfile::LastFound& CountProfile::last_found(PendingJob const& job) {
    auto const key = static_cast<std::uint64_t>(job.requested) * 0x9E3779B97F4A7C15U +
                     static_cast<std::uint64_t>(job.nodes) * 0xC2B2AE3D27D4EB4FU;
    LastFound& entry = last_found_[(key >> 32U) % remembered_requests];
    bool const same = entry.generation == generation_ && entry.nodes == job.nodes &&
                      entry.length == job.requested;
    if (!same) entry = {job.requested, times_[begin_], job.nodes, generation_};
    return entry;
}

std::size_t
CountProfile::earliest(std::size_t from, std::int32_t nodes, std::int64_t length) const {
    std::size_t first = from;
    while (true) {
        while (free_[first] < nodes) ++first;
        std::int64_t const stop = times_[first] + length;
        std::size_t step = first + 1;
        while (step < times_.size() && times_[step] < stop && free_[step] >= nodes) ++step;
        if (step == times_.size() || times_[step] >= stop) return first;
        first = step;
    }
}

void CountProfile::take(std::size_t first, std::int32_t nodes, std::int64_t length) {
    std::int64_t const stop = times_[first] + length;
    auto const begin = times_.begin() + static_cast<std::ptrdiff_t>(first);
    auto const end =
        static_cast<std::size_t>(std::lower_bound(begin, times_.end(), stop) - times_.begin());
    for (std::size_t step = first; step < end; ++step) free_[step] -= nodes;
    if (end < times_.size() && times_[end] == stop) return;
    auto const at = static_cast<std::ptrdiff_t>(end);
    times_.insert(times_.begin() + at, stop);
    free_.insert(free_.begin() + at, free_[end - 1] + nodes);
}

}  // namespace clustersim
