// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_loop.hpp"

#include "sim/core/ensure.hpp"
#include "sim/workload/arrival_shape.hpp"
#include "sim/workload/typical_users.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// Standard deviation of ln(patience): an estimate.
constexpr double patience_spread = 0.5;
/// A user who finds the hour unsuitable tries the next hour.
constexpr Seconds next_hour{3600};
/// A user who was put off does not look again sooner.
constexpr Seconds soonest_retry{600};
constexpr int hours_of_four_weeks = 4 * 7 * 24;

}  // namespace

ClosedLoop::ClosedLoop(std::shared_ptr<LoopUsers const> users, RandomStream random)
    : of_(std::move(users)),
      level_(of_->dial),
      rate_(model().hours, model().days),
      random_(std::move(random)) {
    CS_ENSURE(of_->dial.si() > 0.0, "a queue has a length");
    styles_ =
        std::make_shared<std::vector<UserStyle> const>(typical_users(model(), of_->rates, random_));
    think_scale_ = of_->think_scale(*styles_);
    week_offset_ = random_.uniform(0.0, 7.0 * 86400.0);
    users_.resize(styles_->size());
    for (std::uint32_t u = 0; u < users_.size(); ++u)
        plan(u, Instant{static_cast<std::int64_t>(random_.uniform01() * think(u).si())});
}

BatchModel const& ClosedLoop::model() const {
    return of_->model();
}

Instant ClosedLoop::next() const {
    return events_.empty() ? Instant::never() : events_.top().at;
}

Duration ClosedLoop::think(std::uint32_t user) {
    constexpr double longest = 28.0 * 86400.0;
    ThinkTime const& time = model().users->think;
    double const slower = think_scale_ / (*styles_)[user].activity;
    return seconds(std::min(longest, slower * random_.lognormal(time.mu, time.sigma)));
}

void ClosedLoop::plan(std::uint32_t user, Instant earliest) {
    Instant at = earliest;
    for (int hour = 0; hour < hours_of_four_weeks; ++hour) {
        double const rate = rate_.at(week_offset_ + static_cast<double>(at.since_origin));
        if (random_.uniform01() * rate_.largest() < rate) break;
        at = at + next_hour;
    }
    events_.push({at, user});
}

Job ClosedLoop::next_job(User& user, Instant now) {
    BatchJob const one = user.rest.back();
    user.rest.pop_back();
    JobShape const shape = shape_arrival(
        {now, one.run, model().classes[user.size_class].size}, *of_->mix, of_->partition);
    Job job;
    job.submit = now;
    job.run = shape.run;
    job.requested = of_->mix->request.request(shape.run, of_->partition.max_walltime, one.request);
    job.nodes = shape.nodes;
    job.units = shape.units;
    ++user.open;
    return job;
}

void ClosedLoop::go_on(std::uint32_t number, Instant now) {
    User& user = users_[number];
    if (!user.rest.empty()) return events_.push({now + round_up(user.rest.back().gap), number});
    if (random_.bernoulli(model().users->overlap))
        return plan(number, now + round_up(think(number)));
    user.waits = true;
}

void ClosedLoop::observe(Instant now, Duration backlog) {
    backlog_ = backlog;
    level_.observe(now, backlog_);
}

std::vector<LoopJob> ClosedLoop::submit_due(Instant now) {
    level_.observe(now, backlog_);
    std::vector<LoopJob> jobs;
    while (next() <= now) {
        std::uint32_t const number = events_.top().user;
        events_.pop();
        User& user = users_[number];
        bool const full = static_cast<std::int64_t>(user.open) >= of_->partition.max_submitted;
        if (full || (!user.rest.empty() && backlog_ > user.patience)) {
            // The rest of a long batch is kept back.
            events_.push({now + next_hour, number});
            continue;
        }
        if (user.rest.empty()) {
            user.patience =
                random_.lognormal(std::log(level_.scale()), patience_spread) * of_->dial;
            if (backlog_ > user.patience) {
                plan(number, now + std::max(soonest_retry, round_up(think(number))));
                continue;
            }
            Batch batch = sample_batch(model(), &(*styles_)[number], random_);
            user.size_class = static_cast<std::uint32_t>(batch.size_class);
            std::ranges::reverse(batch.jobs);
            user.rest = std::move(batch.jobs);
        }
        jobs.push_back({next_job(user, now), number});
        go_on(number, now);
    }
    return jobs;
}

void ClosedLoop::set_back(Seconds time) {
    CS_ENSURE(next() >= Instant{} + time, "nothing is due before");
    std::priority_queue<Event> moved;
    for (; !events_.empty(); events_.pop()) {
        Event const event = events_.top();
        moved.push({event.at - time, event.user});
    }
    events_ = std::move(moved);
    level_.set_back(time);
    week_offset_ += static_cast<double>(time.count);
}

void ClosedLoop::ended(std::uint32_t user, Instant now) {
    User& one = users_[user];
    CS_ENSURE(one.open > 0, "a job that was submitted");
    if (--one.open > 0 || !one.waits) return;
    one.waits = false;
    plan(user, now + round_up(think(user)));
}

}  // namespace clustersim
