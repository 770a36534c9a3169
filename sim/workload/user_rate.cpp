// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/user_rate.hpp"

#include "sim/stats/normal.hpp"
#include "sim/workload/generator_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <vector>

namespace clustersim {
namespace {

constexpr double farthest = UserRates::farthest;
constexpr std::size_t per_unit = 20;  ///< values of the table for each standard deviation
constexpr std::size_t integral_steps = 60;
constexpr std::size_t users_per_unit = UserRates::users_per_unit;
constexpr std::size_t user_steps = UserRates::user_steps;

/// Run times of a class, cut at a limit, as a function of the normal variate that determines them.
class CutRuns {
  public:
    CutRuns(BatchModel const& model, SizeClass const& size, Seconds limit) {
        auto const most = static_cast<double>(limit.count);
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            double const z = static_cast<double>(i) / per_unit - farthest;
            // Half a second for rounding up to whole seconds.
            double const run = static_cast<double>(model.shortest.count) + 0.5 +
                               std::exp(run_quantile(size.runs, normal_cdf(z)));
            runs_[i] = std::min(run, most);
        }
    }

    [[nodiscard]] double at(double z) const {
        double const place = (std::clamp(z, -farthest, farthest) + farthest) * per_unit;
        auto const low = std::min(static_cast<std::size_t>(place), runs_.size() - 2);
        return std::lerp(runs_[low], runs_[low + 1], place - static_cast<double>(low));
    }

    /// The mean over the jobs of a user whose share of the variance is `share`.
    [[nodiscard]] double mean(double share, double user) const {
        double const own = std::sqrt(share) * user;
        double const rest = std::sqrt(1.0 - share);
        auto const weighted = [&](double z) {
            return at(own + rest * z) * std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
        };
        return integral(weighted, -farthest, farthest, integral_steps);
    }

  private:
    std::array<double, static_cast<std::size_t>(2 * farthest) * per_unit + 1> runs_{};
};

}  // namespace

UserRates::UserRates(BatchModel const& model, Seconds limit, UnitsOfClass const& units)
    : usual_size_(model.users->size) {
    double const shares = std::accumulate(
        model.classes.begin(), model.classes.end(), 0.0, [](double sum, SizeClass const& size) {
            return sum + size.share;
        });
    for (SizeClass const& size : model.classes) {
        CutRuns const runs(model, size, limit);
        OfClass& one = classes_.emplace_back();
        one.share = size.share / shares;
        one.jobs = mean_batch(model, size);
        one.units = units(size);
        for (std::size_t i = 0; i < one.log_runs.size(); ++i)
            one.log_runs[i] = std::log(
                runs.mean(model.users->run, static_cast<double>(i) / users_per_unit - farthest));
    }
}

BatchRate UserRates::of(UserStyle const& user) const {
    double const place = (std::clamp(user.run, -farthest, farthest) + farthest) * users_per_unit;
    auto const low = std::min(static_cast<std::size_t>(place), user_steps - 2);
    BatchRate rate;
    for (std::size_t k = 0; k < classes_.size(); ++k) {
        OfClass const& one = classes_[k];
        double const habit = user.usual_size == k ? usual_size_ : 0.0;
        double const jobs = user.activity * (habit + (1.0 - usual_size_) * one.share) * one.jobs;
        double const run = std::exp(
            std::lerp(one.log_runs[low], one.log_runs[low + 1], place - static_cast<double>(low)));
        rate.jobs += jobs;
        rate.work += jobs * one.units * run;
    }
    return rate;
}

BatchRate UserRates::of(std::span<UserStyle const> users) const {
    BatchRate all;
    for (UserStyle const& user : users) {
        BatchRate const rate = of(user);
        all.jobs += rate.jobs;
        all.work += rate.work;
    }
    return all;
}

}  // namespace clustersim
