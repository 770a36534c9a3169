// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/fit_habits.hpp"

#include "sim/stats/ks_distance.hpp"
#include "sim/stats/normal.hpp"
#include "sim/stats/quantile.hpp"
#include "sim/stats/shared_variance.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

namespace clustersim {
namespace {

constexpr double widest_activity = 4.0;

/// The largest distance between cumulative shares of users, from the most active one, and those of
/// the model.
double activity_distance(std::vector<double> const& descending, double sigma) {
    std::size_t const n = descending.size();
    std::vector<double> model(n);
    for (std::size_t i = 0; i < n; ++i)
        model[i] = std::exp(
            sigma * normal_quantile(1.0 - (static_cast<double>(i) + 0.5) / static_cast<double>(n)));
    double const all = std::accumulate(descending.begin(), descending.end(), 0.0);
    double const modelled = std::accumulate(model.begin(), model.end(), 0.0);
    double largest = 0.0;
    double apart = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
        apart += descending[i] / all - model[i] / modelled;
        largest = std::max(largest, std::fabs(apart));
    }
    return largest;
}

void fit_activity(HabitData const& data, HabitFit& fit) {
    std::vector<double> counts;
    for (auto const& own : data.by_user)
        if (!own.empty()) counts.push_back(static_cast<double>(own.size()));
    std::ranges::sort(counts, std::greater());
    fit.habits.count = static_cast<std::int32_t>(counts.size());
    fit.activity_ks = 2.0;
    for (int step = 0; step <= 400; ++step) {
        double const sigma = widest_activity * step / 400.0;
        double const distance = activity_distance(counts, sigma);
        if (distance >= fit.activity_ks) continue;
        fit.activity_ks = distance;
        fit.habits.activity = sigma;
    }
}

/// Pairs of batches of one user have equal sizes if both have the usual size, else by chance:
/// P = s^2 + (1 - s^2) Q.
double usual_size(HabitData const& data) {
    std::map<std::size_t, double> shares;
    double paired = 0.0;
    double equal = 0.0;
    for (auto const& own : data.by_user) {
        std::map<std::size_t, double> sizes;
        for (std::size_t const b : own) ++sizes[data.size_class[b]];
        auto const n = static_cast<double>(own.size());
        for (auto const& [size, count] : sizes) {
            shares[size] += count / static_cast<double>(data.batches.size());
            // Pairs of equal sizes; each user counts by the number of batches.
            if (own.size() > 1) equal += count * (count - 1.0) / (n - 1.0);
        }
        if (own.size() > 1) paired += n;
    }
    double chance = 0.0;
    for (auto const& [size, share] : shares) chance += share * share;
    if (paired <= 0.0 || chance >= 1.0) return 0.0;
    return std::sqrt(std::clamp((equal / paired - chance) / (1.0 - chance), 0.0, 1.0));
}

double between_users(HabitData const& data, std::vector<double> const& scores) {
    std::vector<std::vector<double>> groups;
    for (auto const& own : data.by_user) {
        groups.emplace_back();
        for (std::size_t const b : own)
            if (!std::isnan(scores[b])) groups.back().push_back(scores[b]);
    }
    return pair_correlation(groups);
}

/// A job whose start is not known is taken to have started at once.
Instant end_of(PastJob const& job) {
    return job.ended() ? job.end : job.submit + *job.run();
}

void fit_think_times(HabitData const& data, HabitFit& fit) {
    std::vector<double> logs;
    double overlaps = 0.0;
    double all = 0.0;
    for (auto const& own : data.by_user) {
        Instant last_end = Instant::never();
        for (std::size_t const b : own) {
            Instant const submit = data.log.past.jobs[data.batches[b].jobs.front()].submit;
            if (last_end != Instant::never()) {
                ++all;
                if (submit < last_end)
                    ++overlaps;
                else
                    logs.push_back(std::log(
                        std::max<double>(1.0, static_cast<double>((submit - last_end).count))));
            } else {
                last_end = submit;
            }
            for (std::size_t const j : data.batches[b].jobs)
                last_end = std::max(last_end, end_of(data.log.past.jobs[j]));
        }
    }
    fit.thinks = logs.size();
    fit.habits.overlap = all > 0.0 ? overlaps / all : 0.0;
    if (logs.empty()) return;
    double const mu = mean(logs);
    double square = 0.0;
    for (double const v : logs) square += (v - mu) * (v - mu) / static_cast<double>(logs.size());
    fit.habits.think = {mu, std::sqrt(square)};
    if (square <= 0.0) return;
    fit.think_ks = ks_distance(sorted(logs),
                               [&](double v) { return normal_cdf((v - mu) / std::sqrt(square)); });
}

}  // namespace

HabitFit fit_habits(HabitData const& data) {
    HabitFit fit;
    fit_activity(data, fit);
    fit.habits.size = usual_size(data);
    fit.habits.run = between_users(data, data.run_score);
    fit.habits.request = between_users(data, data.request_score);
    fit_think_times(data, fit);
    return fit;
}

}  // namespace clustersim
