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

constexpr double farthest = 6.0;      ///< standard deviations that the table covers, either side
constexpr std::size_t per_unit = 20;  ///< values of the table for each standard deviation
constexpr std::size_t integral_steps = 60;

/// Run times of a class, cut at a limit, by the normal variate that they follow from.
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

std::vector<BatchRate> rates_by_user(BatchModel const& model,
                                     std::span<UserStyle const> users,
                                     Seconds limit,
                                     UnitsOfClass const& units) {
    double const shares = std::accumulate(
        model.classes.begin(), model.classes.end(), 0.0, [](double sum, SizeClass const& size) {
            return sum + size.share;
        });
    std::vector<BatchRate> rates(users.size());
    for (std::size_t k = 0; k < model.classes.size(); ++k) {
        SizeClass const& size = model.classes[k];
        CutRuns const runs(model, size, limit);
        double const jobs = mean_batch(model, size);
        double const occupied = units(size);
        for (std::size_t u = 0; u < users.size(); ++u) {
            UserStyle const& user = users[u];
            double const habit = user.usual_size == k ? model.users->size : 0.0;
            double const batches =
                user.activity * (habit + (1.0 - model.users->size) * size.share / shares);
            rates[u].jobs += batches * jobs;
            rates[u].work += batches * jobs * occupied * runs.mean(model.users->run, user.run);
        }
    }
    return rates;
}

BatchRate rate_of_users(BatchModel const& model,
                        std::span<UserStyle const> users,
                        Seconds limit,
                        UnitsOfClass const& units) {
    BatchRate all;
    for (BatchRate const& rate : rates_by_user(model, users, limit, units)) {
        all.jobs += rate.jobs;
        all.work += rate.work;
    }
    return all;
}

}  // namespace clustersim
