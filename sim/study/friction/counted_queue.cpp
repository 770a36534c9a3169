// SPDX-License-Identifier: Apache-2.0
#include "sim/study/friction/counted_queue.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace clustersim {
namespace {

constexpr std::size_t most_looked_at = 1000;

std::int64_t limit_in(std::map<std::uint32_t, std::int64_t> const& limits, std::uint32_t name) {
    auto const at = limits.find(name);
    return at == limits.end() ? std::numeric_limits<std::int64_t>::max() : at->second;
}

template <class Key>
std::int64_t count_of(std::map<Key, std::int64_t> const& counts, Key const& key) {
    auto const at = counts.find(key);
    return at == counts.end() ? 0 : at->second;
}

}  // namespace

CountedQueue::CountedQueue(std::int64_t now,
                           std::int64_t nodes,
                           CountedLimits limits,
                           std::vector<CountedChange> changes)
    : now_(now), usable_(nodes), limits_(std::move(limits)), changes_(std::move(changes)) {
    std::ranges::sort(changes_);
    while (next_change_ < changes_.size() && changes_[next_change_].at <= now_)
        change(changes_[next_change_++]);
}

std::size_t CountedQueue::add_running(CountedJob const& job, std::int64_t at) {
    jobs_.push_back(job);
    starts_.emplace_back();
    start(jobs_.size() - 1, at);
    return jobs_.size() - 1;
}

std::size_t CountedQueue::submit(CountedJob const& job) {
    jobs_.push_back(job);
    starts_.emplace_back();
    waiting_.emplace(job.order, jobs_.size() - 1);
    look_ = true;
    return jobs_.size() - 1;
}

bool CountedQueue::run_until(std::int64_t t, std::optional<std::size_t> job) {
    for (;;) {
        if (std::exchange(look_, false)) pass();
        if (job && starts_[*job]) return true;
        auto next = std::numeric_limits<std::int64_t>::max();
        if (!ends_.empty()) next = ends_.begin()->first;
        if (next_change_ < changes_.size()) next = std::min(next, changes_[next_change_].at);
        if (next > t) break;
        now_ = std::max(now_, next);
        while (!ends_.empty() && ends_.begin()->first <= now_) end(ends_.begin()->second);
        while (next_change_ < changes_.size() && changes_[next_change_].at <= now_)
            change(changes_[next_change_++]);
        look_ = true;
    }
    now_ = std::max(now_, t);
    return false;
}

void CountedQueue::end(std::size_t job) {
    CountedJob const& one = jobs_[job];
    ends_.erase(ends_.begin());
    promised_.erase(promised_.find({*starts_[job] + one.limit, one.size}));
    in_use_ -= one.size;
    --running_of_[one.user];
    nodes_of_[one.user] -= one.size;
    --running_in_[{one.queue, one.user}];
}

void CountedQueue::change(CountedChange const& change) {
    if (!change.queue)
        usable_ = change.usable;
    else if (change.closed)
        closed_.insert(*change.queue);
    else
        closed_.erase(*change.queue);
}

bool CountedQueue::may_start(CountedJob const& job) const {
    return job.size <= usable_ && !closed_.contains(job.queue) &&
           count_of(running_of_, job.user) < limit_in(limits_.jobs_of_user, job.user) &&
           count_of(nodes_of_, job.user) + job.size <= limit_in(limits_.nodes_of_user, job.user) &&
           count_of(running_in_, {job.queue, job.user}) <
               limit_in(limits_.jobs_in_queue, job.queue);
}

CountedQueue::Shadow CountedQueue::reservation(CountedJob const& job) const {
    std::int64_t free = usable_ - in_use_;
    Shadow shadow{.at = now_, .extra = 0};
    for (auto const& [end, nodes] : promised_) {
        // Jobs of one end leave together; one that is past its limit ends at any moment.
        if (free >= job.size && std::max(end, now_) > shadow.at) break;
        free += nodes;
        shadow.at = std::max(end, now_);
    }
    shadow.extra = free - job.size;
    return shadow;
}

void CountedQueue::pass() {
    std::optional<Shadow> shadow;
    std::size_t looked_at = 0;
    for (auto at = waiting_.begin(); at != waiting_.end() && looked_at < most_looked_at;
         ++looked_at) {
        if (in_use_ >= usable_) return;
        std::size_t const number = at->second;
        CountedJob const& job = jobs_[number];
        ++at;
        if (!may_start(job)) continue;
        if (job.size > usable_ - in_use_) {
            if (!shadow) shadow = reservation(job);
            continue;
        }
        if (shadow && now_ + job.limit > shadow->at) {
            if (job.size > shadow->extra) continue;
            shadow->extra -= job.size;
        }
        waiting_.erase({job.order, number});
        start(number, now_);
    }
}

void CountedQueue::start(std::size_t job, std::int64_t at) {
    CountedJob const& one = jobs_[job];
    starts_[job] = at;
    ends_.emplace(std::max(at + one.run, now_ + 1), job);
    promised_.emplace(at + one.limit, one.size);
    in_use_ += one.size;
    ++running_of_[one.user];
    nodes_of_[one.user] += one.size;
    ++running_in_[{one.queue, one.user}];
}

}  // namespace clustersim
