// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/closed_loop.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/normal.hpp"
#include "sim/workload/background.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// Standard deviation of ln(patience): an estimate.
constexpr double patience_spread = 0.5;
constexpr double join_share = 0.5;
constexpr std::int32_t least_users = 10;
constexpr std::int32_t most_users = 200'000;
/// A user who finds the hour unsuitable considers the next one.
constexpr Seconds next_hour{3600};
/// Nobody who was put off looks again sooner.
constexpr Seconds soonest_retry{600};
constexpr int hours_of_four_weeks = 4 * 7 * 24;

BatchModel const& model_of(Mix const& mix) {
    auto const* model = std::get_if<BatchModel>(&mix.source);
    CS_ENSURE(model != nullptr && model->users, "a mix with users who react");
    return *model;
}

/// The same mix with another number of users.
std::shared_ptr<Mix const> with_users(std::shared_ptr<Mix const> const& mix, std::int32_t users) {
    Mix copy = *mix;
    std::get<BatchModel>(copy.source).users->count = users;
    return std::make_shared<Mix const>(std::move(copy));
}

Duration mean_think(UserHabits const& habits) {
    return seconds(std::exp(habits.think.mu + 0.5 * habits.think.sigma * habits.think.sigma));
}

/// What the jobs of a mix are like in a partition, by a sample that is always the same.
struct MeanJob {
    double run = 0.0;      ///< s
    double request = 0.0;  ///< s
};

MeanJob mean_job(Mix const& mix, PartitionShape const& partition) {
    BatchModel const& model = model_of(mix);
    RandomStream random(0, "mean job of a mix");
    MeanJob mean;
    constexpr int batches = 2000;
    for (int b = 0; b < batches; ++b) {
        // Of each batch the first job: those of a long batch are alike.
        BatchJob const job = sample_batch(model, nullptr, random).jobs.front();
        Seconds const run = std::min(job.run, partition.max_walltime);
        mean.run += run.duration().si() / batches;
        mean.request +=
            mix.request.request(run, partition.max_walltime, job.request).duration().si() / batches;
    }
    return mean;
}

/// Relative to the user whose batch a random one is.
double usual_activity(std::vector<UserStyle> const& styles) {
    double sum = 0.0;
    double squares = 0.0;
    for (UserStyle const& style : styles) {
        sum += style.activity;
        squares += style.activity * style.activity;
    }
    return squares / sum;
}

}  // namespace

bool has_reacting_users(Mix const& mix) {
    auto const* model = std::get_if<BatchModel>(&mix.source);
    return model != nullptr && model->users.has_value();
}

std::int32_t users_needed(Mix const& mix, PartitionShape const& partition, Duration dial) {
    BatchModel const& model = model_of(mix);
    UserHabits const& habits = *model.users;
    double const think = mean_think(habits).si() / join_share;
    // The backlog counts requests; it melts as fast as the jobs really run.
    MeanJob const job = mean_job(mix, partition);
    double const wait = dial.si() * job.run / job.request;
    double const inside = (1.0 - habits.overlap) * (wait + job.run);
    // The users of any number have the same distribution of activity, so a thousand stand for all.
    constexpr int sampled = 1000;
    std::vector<UserStyle> styles(sampled);
    for (int i = 0; i < sampled; ++i) {
        double const q = normal_quantile(1.0 - (i + 0.5) / sampled);
        styles[static_cast<std::size_t>(i)].activity = std::exp(habits.activity * q);
    }
    double const usual = usual_activity(styles);
    double batches_per_second = 0.0;
    for (UserStyle const& style : styles)
        batches_per_second += 1.0 / (think * usual / style.activity + inside) / sampled;
    double const work = rate_of(mix, partition).work_per_second;  // of one batch
    double const users = partition.units() / (batches_per_second * work);
    return static_cast<std::int32_t>(
        std::clamp(std::ceil(users), double{least_users}, double{most_users}));
}

ClosedLoop::ClosedLoop(std::shared_ptr<Mix const> const& mix,
                       PartitionShape const& partition,
                       Duration dial,
                       RandomStream random)
    : mix_(with_users(mix, users_needed(*mix, partition, dial))),
      partition_(partition),
      dial_(dial),
      rate_(model().hours, model().days),
      random_(std::move(random)) {
    CS_ENSURE(dial.si() > 0.0, "a queue has a length");
    styles_ = std::make_shared<std::vector<UserStyle> const>(sample_users(model(), random_));
    usual_activity_ = usual_activity(*styles_);
    week_offset_ = random_.uniform(0.0, 7.0 * 86400.0);
    users_.resize(styles_->size());
    for (std::uint32_t u = 0; u < users_.size(); ++u)
        plan(u, Instant{static_cast<std::int64_t>(random_.uniform01() * think(u).si())});
}

BatchModel const& ClosedLoop::model() const {
    return model_of(*mix_);
}

Instant ClosedLoop::next() const {
    return events_.empty() ? Instant::never() : events_.top().at;
}

Duration ClosedLoop::think(std::uint32_t user) {
    constexpr double longest = 28.0 * 86400.0;
    ThinkTime const& time = model().users->think;
    double const slower = usual_activity_ / (*styles_)[user].activity;
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
    JobShape const shape =
        shape_arrival({now, one.run, model().classes[user.size_class].size}, *mix_, partition_);
    Job job;
    job.submit = now;
    job.run = shape.run;
    job.requested = mix_->request.request(shape.run, partition_.max_walltime, one.request);
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

std::vector<LoopJob> ClosedLoop::submit_due(Instant now, Duration backlog) {
    std::vector<LoopJob> jobs;
    while (next() <= now) {
        std::uint32_t const number = events_.top().user;
        events_.pop();
        User& user = users_[number];
        if (!user.rest.empty() && backlog > user.patience) {
            // The rest of a long batch is kept back.
            events_.push({now + next_hour, number});
            continue;
        }
        if (user.rest.empty()) {
            user.patience = random_.lognormal(0.0, patience_spread) * dial_;
            if (backlog > user.patience) {
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

void ClosedLoop::ended(std::uint32_t user, Instant now) {
    User& one = users_[user];
    CS_ENSURE(one.open > 0, "a job that was submitted");
    if (--one.open > 0 || !one.waits) return;
    one.waits = false;
    plan(user, now + round_up(think(user)));
}

}  // namespace clustersim
