// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/loop_users.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/normal.hpp"
#include "sim/workload/background.hpp"
#include "sim/workload/mix_limit.hpp"
#include "sim/workload/typical_users.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr double join_share = 0.5;
constexpr std::int32_t least_users = 10;
constexpr std::int32_t most_users = 200'000;

BatchModel const& model_of(Mix const& mix) {
    auto const* model = std::get_if<BatchModel>(&mix.source);
    CS_ENSURE(model != nullptr && model->users, "a mix with users who react");
    return *model;
}

/// What a user does between two batches, in s.
struct Cycle {
    double think =
        0.0;  ///< of the user whose batch a random one is, with the attempts that do not join
    double inside = 0.0;  ///< waiting for the jobs and their run time, on average over batches
};

Cycle cycle_of(Mix const& mix, PartitionShape const& partition, Duration dial) {
    BatchModel const& model = model_of(mix);
    UserHabits const& habits = *model.users;
    RandomStream random(0, "mean job of a mix");  // a sample that is always the same
    double run = 0.0;
    double request = 0.0;
    constexpr int batches = 2000;
    for (int b = 0; b < batches; ++b) {
        // Only the first job of each batch: the jobs of a long batch are alike.
        BatchJob const job = sample_batch(model, nullptr, random).jobs.front();
        Seconds const cut = std::min(job.run, partition.max_walltime);
        run += cut.duration().si() / batches;
        request +=
            mix.request.request(cut, partition.max_walltime, job.request).duration().si() / batches;
    }
    double const think = std::exp(habits.think.mu + 0.5 * habits.think.sigma * habits.think.sigma);
    double const wait = dial.si() * run / request;
    return {think / join_share, (1.0 - habits.overlap) * (wait + run)};
}

/// The same mix with another number of users.
std::shared_ptr<Mix const> with_users(Mix copy, std::int32_t users) {
    std::get<BatchModel>(copy.source).users->count = users;
    return std::make_shared<Mix const>(std::move(copy));
}

/// The mean activity of the user to whom a random batch belongs.
double usual_activity(std::span<UserStyle const> styles) {
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

std::int32_t users_needed(Mix const& of, PartitionShape const& partition, Duration dial) {
    std::optional<Mix> const shorter = with_limit(of, partition.max_walltime);
    Mix const& mix = shorter ? *shorter : of;
    Cycle const cycle = cycle_of(mix, partition, dial);
    // The users of any number have the same distribution of activity, so a thousand stand for all.
    constexpr int sampled = 1000;
    std::vector<UserStyle> styles(sampled);
    for (int i = 0; i < sampled; ++i) {
        double const q = normal_quantile(1.0 - (i + 0.5) / sampled);
        styles[static_cast<std::size_t>(i)].activity = std::exp(model_of(mix).users->activity * q);
    }
    double const usual = usual_activity(styles);
    double batches_per_second = 0.0;
    for (UserStyle const& style : styles)
        batches_per_second += 1.0 / (cycle.think * usual / style.activity + cycle.inside) / sampled;
    double const work = rate_of(mix, partition).work_per_second;  // of one batch
    double const users = partition.units() / (batches_per_second * work);
    return static_cast<std::int32_t>(
        std::clamp(std::ceil(users), double{least_users}, double{most_users}));
}

LoopUsers::LoopUsers(std::shared_ptr<Mix const> const& of,
                     PartitionShape const& shape,
                     Duration length)
    : mix(with_users(with_limit(*of, shape.max_walltime).value_or(*of),
                     users_needed(*of, shape, length))),
      partition(shape),
      dial(length),
      rates(model(), shape.max_walltime, units_of_class(*mix, partition)) {
    Cycle const cycle = cycle_of(*mix, partition, dial);
    think = cycle.think;
    inside = cycle.inside;
}

double LoopUsers::think_scale(std::span<UserStyle const> users) const {
    std::vector<double> works;
    for (UserStyle const& user : users) works.push_back(rates.of(user).work);
    auto const joining = [&](double scale) {
        double work = 0.0;
        for (std::size_t u = 0; u < users.size(); ++u) {
            double const time = think * scale / users[u].activity + inside;
            work += works[u] / users[u].activity / time;
        }
        return work;
    };
    constexpr double widest = 100.0;
    double const usual = usual_activity(users);
    double low = usual / widest;
    double high = usual * widest;
    constexpr int halvings = 40;
    for (int i = 0; i < halvings; ++i) {
        double const middle = std::sqrt(low * high);
        (joining(middle) > partition.units() ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

}  // namespace clustersim
