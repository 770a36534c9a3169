// SPDX-License-Identifier: Apache-2.0
#include "sim/history/friction/counted_queue.hpp"

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

/// Whether `more` in addition to the count of `key` stays within the limit of `name`.
template <class Key>
bool within(std::map<std::uint32_t, std::int64_t> const& limits,
            std::uint32_t name,
            std::map<Key, std::int64_t> const& counts,
            Key const& key,
            std::int64_t more) {
    return limits.empty() || count_of(counts, key) + more <= limit_in(limits, name);
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
    Waiting const entry{job.order, jobs_.size() - 1, job.size, job.limit};
    waiting_.insert(std::ranges::upper_bound(waiting_, job.order, {}, &Waiting::order), entry);
    look_ = true;
    return jobs_.size() - 1;
}

bool CountedQueue::run_until(std::int64_t t, std::optional<std::size_t> job) {
    for (;;) {
        if (std::exchange(look_, false)) pass();
        if (job && starts_[*job]) return true;
        auto next = std::numeric_limits<std::int64_t>::max();
        if (!ends_.empty()) next = ends_.top().first;
        if (next_change_ < changes_.size()) next = std::min(next, changes_[next_change_].at);
        if (next > t) break;
        now_ = std::max(now_, next);
        while (!ends_.empty() && ends_.top().first <= now_) end(ends_.top().second);
        while (next_change_ < changes_.size() && changes_[next_change_].at <= now_)
            change(changes_[next_change_++]);
        look_ = true;
    }
    now_ = std::max(now_, t);
    return false;
}

void CountedQueue::end(std::size_t job) {
    CountedJob const& one = jobs_[job];
    ends_.pop();
    promised_.erase(
        std::ranges::lower_bound(promised_, std::pair(*starts_[job] + one.limit, one.size)));
    count(one, -1);
}

void CountedQueue::count(CountedJob const& job, std::int64_t sign) {
    in_use_ += sign * job.size;
    if (!limits_.jobs_of_user.empty()) running_of_[job.user] += sign;
    if (!limits_.nodes_of_user.empty()) nodes_of_[job.user] += sign * job.size;
    if (!limits_.jobs_in_queue.empty()) running_in_[{job.queue, job.user}] += sign;
}

void CountedQueue::change(CountedChange const& change) {
    if (!change.queue)
        usable_ = change.usable;
    else if (change.closed)
        closed_.insert(*change.queue);
    else
        closed_.erase(*change.queue);
}

bool CountedQueue::may_start(std::size_t number) const {
    CountedJob const& job = jobs_[number];
    if (!closed_.empty() && closed_.contains(job.queue)) return false;
    return within(limits_.jobs_of_user, job.user, running_of_, job.user, 1) &&
           within(limits_.nodes_of_user, job.user, nodes_of_, job.user, job.size) &&
           within(limits_.jobs_in_queue, job.queue, running_in_, {job.queue, job.user}, 1);
}

CountedQueue::Shadow CountedQueue::reservation(std::int64_t size) const {
    std::int64_t free = usable_ - in_use_;
    Shadow shadow{.at = now_, .extra = 0};
    for (auto const& [end, nodes] : promised_) {
        // Jobs of one end leave together; one that is past its limit may end at any moment.
        if (free >= size && std::max(end, now_) > shadow.at) break;
        free += nodes;
        shadow.at = std::max(end, now_);
    }
    shadow.extra = free - size;
    return shadow;
}

void CountedQueue::pass() {
    std::optional<Shadow> shadow;
    bool const all_may = closed_.empty() && limits_.jobs_of_user.empty() &&
                         limits_.nodes_of_user.empty() && limits_.jobs_in_queue.empty();
    auto const look = std::min(waiting_.size(), most_looked_at);
    std::size_t kept = 0;
    std::size_t at = 0;
    for (; at < look && in_use_ < usable_; ++at) {
        Waiting const& one = waiting_[at];
        bool starts = false;
        if (one.size <= usable_ && (all_may || may_start(one.job))) {
            if (one.size > usable_ - in_use_) {
                if (!shadow) shadow = reservation(one.size);
            } else if (!shadow || now_ + one.limit <= shadow->at) {
                starts = true;
            } else if (one.size <= shadow->extra) {
                shadow->extra -= one.size;
                starts = true;
            }
        }
        if (starts)
            start(one.job, now_);
        else
            waiting_[kept++] = one;
    }
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(kept),
                   waiting_.begin() + static_cast<std::ptrdiff_t>(at));
}

void CountedQueue::start(std::size_t job, std::int64_t at) {
    CountedJob const& one = jobs_[job];
    starts_[job] = at;
    ends_.emplace(std::max(at + one.run, now_ + 1), job);
    std::pair const promise(at + one.limit, one.size);
    promised_.insert(std::ranges::upper_bound(promised_, promise), promise);
    count(one, 1);
}

}  // namespace clustersim
