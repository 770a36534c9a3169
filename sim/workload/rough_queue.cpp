// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/rough_queue.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>

namespace clustersim {
namespace {

constexpr std::int64_t step_length = 1800;
/// Four days and four hours: what lasts longer lasts to the end of the plan.
constexpr std::size_t plan_steps = 200;
/// The number of jobs that keep their place in the plan.
constexpr std::size_t planned_jobs = 50;

std::size_t steps_of(Seconds time) {
    std::int64_t const steps =
        std::max<std::int64_t>(1, (time.count + step_length - 1) / step_length);
    return std::min(plan_steps, static_cast<std::size_t>(steps));
}

/// The first step from which `units` stay free for `steps` steps; `plan_steps` if there is none.
std::size_t
first_fit(std::vector<std::int64_t> const& free, std::int64_t units, std::size_t steps) {
    std::size_t first = 0;
    for (std::size_t at = 0; at < plan_steps; ++at)
        if (free[at] < units)
            first = at + 1;
        else if (at + 1 - first >= steps)
            break;
    return first;
}

/// Whether `units` are free for `steps` steps from now on.
bool fits_now(std::vector<std::int64_t> const& free, std::int64_t units, std::size_t steps) {
    auto const end = free.begin() + static_cast<std::ptrdiff_t>(steps);
    return std::all_of(free.begin(), end, [units](std::int64_t one) { return one >= units; });
}

}  // namespace

RoughQueue::RoughQueue(std::int64_t units, RoughOrder order)
    : units_(units),
      free_(units),
      order_(std::move(order)),
      usage_(order_.account_of.size()),
      users_of_(order_.shares.size()) {
    CS_ENSURE(units > 0, "a queue has units");
    for (std::uint32_t user = 0; user < usage_.size(); ++user)
        users_of_[order_.account_of[user]].push_back(user);
}

void RoughQueue::submit(RoughJob job) {
    CS_ENSURE(job.units > 0 && job.units <= units_, "a job that fits the queue");
    CS_ENSURE(usage_.empty() || job.user < usage_.size(), "a user of the queue");
    waiting_.push_back(std::move(job));
    changed_ = true;
}

void RoughQueue::charge(Seconds elapsed) {
    if (usage_.empty()) return;
    auto const time = static_cast<double>(elapsed.count);
    if (order_.half_life > Seconds{}) {
        double const keeps = std::exp2(-time / static_cast<double>(order_.half_life.count));
        for (double& one : usage_) one *= keeps;
    }
    for (RoughJob const& one : running_) usage_[one.user] += static_cast<double>(one.units) * time;
}

std::vector<std::uint32_t> RoughQueue::ranks_of_waiting() const {
    std::vector<double> per_share(order_.shares.size(), -1.0);
    std::vector<double> levels;
    for (RoughJob const& one : waiting_) {
        std::uint32_t const account = order_.account_of[one.user];
        double& level = per_share[account];
        if (level >= 0.0) continue;
        level = 0.0;
        for (std::uint32_t const user : users_of_[account])
            level += usage_[user] / order_.shares[account];
        levels.push_back(level);
    }
    std::ranges::sort(levels);
    levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
    std::vector<std::uint32_t> ranks(per_share.size());
    for (std::size_t account = 0; account < ranks.size(); ++account)
        if (per_share[account] >= 0.0)
            ranks[account] = static_cast<std::uint32_t>(
                std::ranges::lower_bound(levels, per_share[account]) - levels.begin());
    return ranks;
}

void RoughQueue::order_waiting() {
    std::vector<std::uint32_t> const ranks =
        order_.by_usage ? ranks_of_waiting() : std::vector<std::uint32_t>{};
    auto const rank = [&](RoughJob const& one) {
        return ranks.empty() ? 0 : ranks[order_.account_of[one.user]];
    };
    // Jobs are large, and those of an account are in order already: their places are sorted, by rank and then by time.
    std::vector<std::size_t> begins(ranks.size() + 2);
    for (RoughJob const& one : waiting_) ++begins[rank(one) + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    std::vector<std::size_t> ends = begins;
    std::vector<std::size_t> places(waiting_.size());
    for (std::size_t i = 0; i < waiting_.size(); ++i) places[ends[rank(waiting_[i])]++] = i;
    auto const submit = [&](std::size_t place) { return waiting_[place].job.submit; };
    for (std::size_t r = 0; r + 1 < begins.size(); ++r) {
        std::span const equals(places.data() + begins[r], begins[r + 1] - begins[r]);
        if (!std::ranges::is_sorted(equals, {}, submit))
            std::ranges::stable_sort(equals, {}, submit);
    }
    if (std::ranges::is_sorted(places)) return;
    std::vector<RoughJob> ordered;
    ordered.reserve(waiting_.size());
    for (std::size_t const place : places) ordered.push_back(std::move(waiting_[place]));
    waiting_ = std::move(ordered);
}

std::vector<std::int64_t> RoughQueue::free_by_step(Instant now) const {
    std::vector<std::int64_t> free(plan_steps);
    for (RoughJob const& one : running_)
        free[steps_of(*one.started + one.job.requested - now) - 1] += one.units;
    // The units of a job that ends during a step are free after it.
    std::int64_t sum = free_;
    for (std::int64_t& one : free) sum += std::exchange(one, sum);
    return free;
}

void RoughQueue::start_fitting(Instant now) {
    order_waiting();
    std::vector<std::int64_t> free = free_by_step(now);
    for (std::size_t i = 0; i < waiting_.size() && free_ > 0; ++i) {
        RoughJob& one = waiting_[i];
        std::size_t const steps = steps_of(one.job.requested);
        bool const planned = i < planned_jobs;
        std::size_t const first = planned ? first_fit(free, one.units, steps)
                                  : fits_now(free, one.units, steps) ? 0
                                                                     : plan_steps;
        for (std::size_t at = first; at < std::min(plan_steps, first + steps); ++at)
            free[at] -= one.units;
        if (first > 0) continue;
        free_ -= one.units;
        one.started = now;
        running_.push_back(one);
    }
    std::erase_if(waiting_, [](RoughJob const& one) { return one.started.has_value(); });
}

std::vector<RoughJob> RoughQueue::pass(Instant now) {
    charge(now - now_);
    now_ = now;
    std::vector<RoughJob> ended;
    std::erase_if(running_, [&](RoughJob const& one) {
        if (*one.started + one.job.occupancy() > now) return false;
        free_ += one.units;
        ended.push_back(one);
        return true;
    });
    changed_ = changed_ || !ended.empty();
    if (std::exchange(changed_, false) && free_ > 0) start_fitting(now);
    return ended;
}

double RoughQueue::backlog() const {
    double work = 0.0;
    for (RoughJob const& one : waiting_)
        work += static_cast<double>(one.units) * static_cast<double>(one.job.requested.count);
    return work / static_cast<double>(units_);
}

std::vector<RoughJob> RoughQueue::jobs() const {
    std::vector<RoughJob> all = running_;
    std::ranges::copy(waiting_, std::back_inserter(all));
    auto const first_waiting = all.begin() + static_cast<std::ptrdiff_t>(running_.size());
    std::stable_sort(first_waiting, all.end(), [](RoughJob const& a, RoughJob const& b) {
        return a.job.submit < b.job.submit;
    });
    return all;
}

}  // namespace clustersim
