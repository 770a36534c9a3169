// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/sample_batch.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/normal.hpp"
#include "sim/workload/weekly_rate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace clustersim {
namespace {

constexpr double longest_run =
    365.0 * 86400.0;  ///< a year; longer values of the lognormals are not realistic

std::vector<double> shares_of(BatchModel const& model) {
    std::vector<double> shares;
    for (SizeClass const& size : model.classes) shares.push_back(size.share);
    return shares;
}

std::int32_t sample_count(BatchModel const& model, BatchLength const& batch, RandomStream& random) {
    if (random.bernoulli(batch.single)) return 1;
    double const further = std::ceil(random.lognormal(batch.mu, batch.sigma));
    return 1 + static_cast<std::int32_t>(
                   std::clamp(further, 1.0, std::max(1.0, model.largest_batch - 1.0)));
}

/// Two parts of a standard normal variate, the first with the given share of the variance.
double mixed(double share, double first, double second) {
    return std::sqrt(share) * first + std::sqrt(1.0 - share) * second;
}

/// The class at a point in [0, 1) of the shares laid end to end.
std::size_t class_at(std::vector<double> const& shares, double point) {
    double total = 0.0;
    for (double const share : shares) total += share;
    double left = point * total;
    for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
        if (left < shares[k]) return k;
        left -= shares[k];
    }
    return shares.size() - 1;
}

}  // namespace

double run_quantile(std::span<RunComponent const> runs, double p) {
    constexpr double farthest = 9.0;  // standard deviations
    double total = 0.0;
    double low = runs.front().mu;
    double high = low;
    double middle = 0.0;
    for (RunComponent const& c : runs) {
        total += c.weight;
        middle += c.weight * c.mu;
        low = std::min(low, c.mu - farthest * c.sigma);
        high = std::max(high, c.mu + farthest * c.sigma);
    }
    // Newton's method, by halves where it would leave the interval.
    double x = middle / total;
    for (int steps = 0; steps < 100 && high - low > 1e-9; ++steps) {
        double below = -p * total;
        double density = 0.0;
        for (RunComponent const& c : runs) {
            double const z = (x - c.mu) / c.sigma;
            below += c.weight * normal_cdf(z);
            density +=
                c.weight * std::exp(-0.5 * z * z) / (c.sigma * std::sqrt(2.0 * std::numbers::pi));
        }
        (below < 0.0 ? low : high) = x;
        double const next = x - below / density;
        if (std::fabs(next - x) < 1e-9) return next;
        x = next > low && next < high ? next : 0.5 * (low + high);
    }
    return x;
}

std::vector<UserStyle> sample_users(BatchModel const& model, RandomStream& random) {
    CS_ENSURE(model.users && model.users->count >= 1, "a model with users");
    auto const count = static_cast<std::size_t>(model.users->count);
    std::vector<UserStyle> users(count);
    double total = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
        double const above = (static_cast<double>(i) + 0.5) / static_cast<double>(count);
        users[i].activity = std::exp(model.users->activity * normal_quantile(1.0 - above));
        total += users[i].activity;
    }
    std::vector<std::size_t> order(count);
    for (std::size_t i = 0; i < count; ++i) order[i] = i;
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.uniform_int(i)]);
    std::vector<double> const shares = shares_of(model);
    double const offset = random.uniform01();
    double before = 0.0;
    for (std::size_t const i : order) {
        UserStyle& user = users[i];
        user.activity /= total;
        double const point = before + 0.5 * user.activity + offset;
        user.usual_size = class_at(shares, point - std::floor(point));
        before += user.activity;
        user.run = random.normal();
        user.request = random.normal();
    }
    return users;
}

BatchSampler::BatchSampler(BatchModel const& model, UserStyle const* user, RandomStream& random)
    : model_(&model), user_(user) {
    CS_ENSURE(!model.classes.empty() && model.gap.si() > 0.0, "a model with sizes and gaps");
    CS_ENSURE(user == nullptr || model.users.has_value(), "habits of a user");
    size_class_ = user != nullptr && random.bernoulli(model.users->size)
                      ? user->usual_size
                      : random.pick(shares_of(model));
    SizeClass const& size = model.classes[size_class_];
    if (user == nullptr) {
        std::vector<double> weights;
        for (RunComponent const& component : size.runs) weights.push_back(component.weight);
        component_ = random.pick(weights);
    } else {
        request_ = std::min(normal_cdf(mixed(model.users->request, user->request, random.normal())),
                            std::nextafter(1.0, 0.0));
    }
    common_ = random.normal();
    jobs_ = sample_count(model, size.batch, random);
}

Seconds BatchSampler::sample_run(RandomStream& random) const {
    SizeClass const& size = model_->classes[size_class_];
    double const z = mixed(size.alike, common_, random.normal());
    double beyond = 0.0;
    if (user_ == nullptr) {
        RunComponent const& component = size.runs[component_];
        beyond = std::exp(component.mu + component.sigma * z);
    } else {
        double const p = normal_cdf(mixed(model_->users->run, user_->run, z));
        beyond = std::exp(run_quantile(size.runs, p));
    }
    return model_->shortest + Seconds{std::max<std::int64_t>(
                                  1, round_up(seconds(std::min(beyond, longest_run))).count)};
}

BatchJob BatchSampler::next(RandomStream& random) const {
    BatchJob job;
    job.request = user_ == nullptr ? random.uniform01() : request_;
    job.run = sample_run(random);
    job.gap = seconds(random.exponential(model_->gap.si()));
    return job;
}

Batch sample_batch(BatchModel const& model, UserStyle const* user, RandomStream& random) {
    BatchSampler const sampler(model, user, random);
    Batch batch;
    batch.size_class = sampler.size_class();
    batch.size = model.classes[batch.size_class].size;
    Duration gap{};
    for (std::int32_t i = 0; i < sampler.jobs(); ++i) {
        BatchJob job = sampler.next(random);
        std::swap(job.gap, gap);
        batch.jobs.push_back(job);
    }
    return batch;
}

void generate(BatchModel const& model,
              Demand demand,
              RandomStream& random,
              ArrivalSink const& sink) {
    std::vector<UserStyle> users;
    if (model.users) users = sample_users(model, random);
    generate(model, users, demand, random, sink);
}

void generate(BatchModel const& model,
              std::span<UserStyle const> users,
              Demand demand,
              RandomStream& random,
              ArrivalSink const& sink) {
    CS_ENSURE(!model.classes.empty() && model.gap.si() > 0.0, "a model with sizes and gaps");
    if (demand.scale <= 0.0) return;
    WeeklyRate const rate(model.hours, model.days);
    std::vector<double> activity;
    for (UserStyle const& user : users) activity.push_back(user.activity);
    double const week_start = random.uniform(0.0, 7.0 * 86400.0);
    auto const end = static_cast<double>(demand.span.count);
    double const mean_gap = 1.0 / (demand.scale * rate.largest());
    // Thinning of a Poisson process with the largest rate.
    double t = 0.0;
    while ((t += random.exponential(mean_gap)) < end) {
        if (!random.bernoulli(std::min(1.0, rate.at(t + week_start) / rate.largest()))) continue;
        std::optional<std::uint32_t> user;
        if (!users.empty()) user = static_cast<std::uint32_t>(random.pick(activity));
        BatchSampler const batch(model, user ? &users[*user] : nullptr, random);
        std::int32_t const size = model.classes[batch.size_class()].size;
        double submit = t;
        for (std::int32_t left = batch.jobs(); left > 0 && submit < end; --left) {
            BatchJob const job = batch.next(random);
            sink({Instant{static_cast<std::int64_t>(submit)}, job.run, size, user}, job.request);
            submit += job.gap.si();
        }
    }
}

Duration sample_think(UserHabits const& habits, RandomStream& random) {
    if (random.bernoulli(habits.overlap)) return Duration{};
    return seconds(random.lognormal(habits.think.mu, habits.think.sigma));
}

}  // namespace clustersim
