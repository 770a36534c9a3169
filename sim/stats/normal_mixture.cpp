// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/normal_mixture.hpp"

#include "sim/stats/normal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clustersim {
namespace {

constexpr int most_rounds = 300;
constexpr double settled = 1e-7;  ///< change of the mean log-likelihood in one round

/// A value and its number of occurrences. Logs hold whole seconds, so values repeat.
struct Repeated {
    double value = 0.0;
    double count = 0.0;
};

std::vector<Repeated> counted(std::span<double const> ascending) {
    std::vector<Repeated> out;
    for (double const value : ascending) {
        if (out.empty() || out.back().value != value) out.push_back({value, 0.0});
        ++out.back().count;
    }
    return out;
}

std::vector<NormalComponent>
equal_parts(std::span<double const> ascending, std::size_t parts, double smallest) {
    std::vector<NormalComponent> mixture;
    for (std::size_t k = 0; k < parts; ++k) {
        auto const part =
            ascending.subspan(ascending.size() * k / parts,
                              ascending.size() * (k + 1) / parts - ascending.size() * k / parts);
        double mean = 0.0;
        double square = 0.0;
        for (double const v : part) mean += v / static_cast<double>(part.size());
        for (double const v : part)
            square += (v - mean) * (v - mean) / static_cast<double>(part.size());
        mixture.push_back({1.0 / static_cast<double>(parts), mean, std::sqrt(square) + smallest});
    }
    return mixture;
}

struct Moments {
    double weight = 0.0;
    double first = 0.0;
    double second = 0.0;
};

/// One round of expectation and maximisation; returns the mean log-likelihood before it, without
/// the constant ln sqrt(2 pi).
double
improve(std::vector<NormalComponent>& mixture, std::span<Repeated const> values, double smallest) {
    std::vector<Moments> sums(mixture.size());
    std::vector<double> density(mixture.size());
    double likelihood = 0.0;
    double n = 0.0;
    for (Repeated const& v : values) {
        double total = 0.0;
        for (std::size_t k = 0; k < mixture.size(); ++k) {
            double const z = (v.value - mixture[k].mean) / mixture[k].deviation;
            density[k] = mixture[k].weight / mixture[k].deviation * std::exp(-0.5 * z * z) +
                         std::numeric_limits<double>::min();
            total += density[k];
        }
        for (std::size_t k = 0; k < mixture.size(); ++k) {
            double const share = v.count * density[k] / total;
            sums[k].weight += share;
            sums[k].first += share * v.value;
            sums[k].second += share * v.value * v.value;
        }
        likelihood += v.count * std::log(total);
        n += v.count;
    }
    for (std::size_t k = 0; k < mixture.size(); ++k) {
        if (sums[k].weight <= 0.0) continue;
        double const mean = sums[k].first / sums[k].weight;
        double const variance = sums[k].second / sums[k].weight - mean * mean;
        mixture[k] = {
            sums[k].weight / n, mean, std::max(smallest, std::sqrt(std::max(0.0, variance)))};
    }
    return likelihood / n;
}

struct Fitted {
    std::vector<NormalComponent> mixture;
    double likelihood = 0.0;  ///< the mean of ln L
};

Fitted fit(std::span<double const> ascending,
           std::span<Repeated const> values,
           std::size_t components,
           double smallest) {
    Fitted fitted{equal_parts(ascending, components, smallest), 0.0};
    double before = -std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_rounds; ++round) {
        fitted.likelihood = improve(fitted.mixture, values, smallest);
        if (std::fabs(fitted.likelihood - before) < settled) break;
        before = fitted.likelihood;
    }
    std::ranges::sort(fitted.mixture, {}, &NormalComponent::mean);
    return fitted;
}

}  // namespace

double mixture_cdf(std::span<NormalComponent const> mixture, double x) {
    double below = 0.0;
    for (NormalComponent const& c : mixture)
        below += c.weight * normal_cdf((x - c.mean) / c.deviation);
    return below;
}

std::vector<NormalComponent>
fit_normal_mixture(std::span<double const> ascending, std::size_t components, double smallest) {
    std::size_t const parts = std::clamp<std::size_t>(components, 1, ascending.size());
    return fit(ascending, counted(ascending), parts, smallest).mixture;
}

std::vector<NormalComponent>
choose_normal_mixture(std::span<double const> ascending, std::size_t most, double smallest) {
    auto const values = counted(ascending);
    auto const n = static_cast<double>(ascending.size());
    std::vector<NormalComponent> best;
    double best_score = std::numeric_limits<double>::infinity();
    for (std::size_t k = 1; k <= std::min(most, values.size()); ++k) {
        Fitted fitted = fit(ascending, values, k, smallest);
        double const parameters = 3.0 * static_cast<double>(k) - 1.0;
        double const score = -2.0 * n * fitted.likelihood + parameters * std::log(n);
        if (score >= best_score) continue;
        best_score = score;
        best = std::move(fitted.mixture);
    }
    return best;
}

}  // namespace clustersim
