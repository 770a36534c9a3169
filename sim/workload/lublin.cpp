// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/lublin.hpp"

#include "sim/core/ensure.hpp"
#include "sim/workload/generator_math.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clustersim {
namespace {

constexpr std::size_t half_hours = 48;
constexpr double half_hour = 1800.0;
constexpr std::size_t day_start = 10;  ///< the 11th half hour, from 05:00

/// A gamma density of shape >= 1, without the constant factor, which cancels in all uses here:
/// relative to the mode, so that large shapes stay within the range of a double.
struct ScaledGamma {
    GammaParameters gamma;
    double mode = (gamma.shape - 1.0) * gamma.scale;
    [[nodiscard]] double operator()(double x) const {
        if (x <= 0.0) return 0.0;
        if (mode <= 0.0) return std::exp(-x / gamma.scale);
        return std::exp((gamma.shape - 1.0) * std::log(x / mode) - (x - mode) / gamma.scale);
    }
};

constexpr std::size_t steps = 4000;

/// E[f(x)] for a gamma variate resampled above `cut`.
template <class Function>
double gamma_mean(GammaParameters const& gamma, double cut, Function const& f) {
    ScaledGamma const density{gamma};
    double const total = integral(density, 0.0, cut, steps);
    return integral([&](double x) { return density(x) * f(x); }, 0.0, cut, steps) / total;
}

double mean_part(GammaParameters const& gamma, double longest_log, double limit) {
    return gamma_mean(
        gamma, longest_log, [&](double x) { return std::min(std::max(std::exp(x), 1.0), limit); });
}

struct Stages {
    double low = 0.0, med = 0.0, high = 0.0;
};

Stages stages_of(Lublin const& model, std::int32_t largest) {
    Stages stages;
    stages.high = std::log2(static_cast<double>(largest));
    stages.low = std::min(model.low, stages.high);
    stages.med = std::clamp(stages.high - model.med_below_high, stages.low, stages.high);
    return stages;
}

/// P(u <= x) of the two-stage uniform.
double stage_cdf(Stages const& s, double first, double x) {
    auto const uniform = [](double low, double high, double at) {
        return high > low ? std::clamp((at - low) / (high - low), 0.0, 1.0)
                          : (at >= low ? 1.0 : 0.0);
    };
    return first * uniform(s.low, s.med, x) + (1.0 - first) * uniform(s.med, s.high, x);
}

std::int32_t size_of(double log2_size, std::int32_t largest) {
    return std::clamp(
        static_cast<std::int32_t>(std::floor(std::exp2(log2_size) + 0.5)), 1, largest);
}

double resampled(GammaParameters const& gamma, double cut, RandomStream& random) {
    while (true) {
        double const x = random.gamma(gamma.shape, gamma.scale);
        if (x <= cut) return x;
    }
}

}  // namespace

std::vector<double> size_probabilities(Lublin const& model, std::int32_t largest) {
    std::vector<double> probability(static_cast<std::size_t>(largest) + 1, 0.0);
    if (largest == 1) {
        probability[1] = 1.0;
        return probability;
    }
    Stages const s = stages_of(model, largest);
    auto const between = [&](double low, double high) {
        return stage_cdf(s, model.first_stage, high) - stage_cdf(s, model.first_stage, low);
    };
    probability[1] = model.serial;
    for (int exponent = 0; exponent <= 31; ++exponent) {
        double const share = between(exponent - 0.5, exponent + 0.5);
        if (share > 0.0)
            probability[static_cast<std::size_t>(size_of(exponent, largest))] +=
                model.power_of_two * share;
    }
    double const other = std::max(0.0, 1.0 - model.serial - model.power_of_two);
    for (std::int32_t n = 1; n <= largest; ++n) {
        double const low = n == 1 ? -1.0 : std::log2(n - 0.5);
        double const high = n == largest ? 64.0 : std::log2(n + 0.5);
        probability[static_cast<std::size_t>(n)] += other * between(low, high);
    }
    return probability;
}

double short_run_probability(Lublin const& model, std::int32_t size, std::int32_t largest) {
    double const shrink = std::min(1.0, model.fitted_size / static_cast<double>(largest));
    return std::clamp(model.slope * static_cast<double>(size) * shrink + model.offset, 0.0, 1.0);
}

Duration mean_run(Lublin const& model, std::int32_t size, std::int32_t largest, Seconds limit) {
    double const p = short_run_probability(model, size, largest);
    auto const cut = static_cast<double>(limit.count);
    return seconds(p * mean_part(model.short_runs, model.longest_log, cut) +
                   (1.0 - p) * mean_part(model.long_runs, model.longest_log, cut));
}

Duration mean_gap(Lublin const& model) {
    return seconds(gamma_mean(
        model.gaps, model.longest_gap_log, [](double x) { return std::exp(x); }));
}

std::array<double, half_hours> daily_rate(Lublin const& model) {
    std::array<double, half_hours> rate{};
    ScaledGamma const density{model.day};
    // Half hour i of the day, counted from 1 at midnight, is i, or i + 48 if before the start of
    // the model's day.
    for (std::size_t i = day_start; i < half_hours + day_start; ++i) {
        auto const middle = static_cast<double>(i + 1);
        rate[i % half_hours] = integral(density, middle - 0.5, middle + 0.5, 16);
    }
    double const mean = std::accumulate(rate.begin(), rate.end(), 0.0) / half_hours;
    for (double& one : rate) one /= mean;
    return rate;
}

std::int32_t sample_size(Lublin const& model, std::int32_t largest, RandomStream& random) {
    double const kind = random.uniform01();
    if (kind < model.serial || largest == 1) return 1;
    Stages const s = stages_of(model, largest);
    bool const first = random.bernoulli(model.first_stage);
    double const low = first ? s.low : s.med;
    double const high = first ? s.med : s.high;
    double const u = low + (high - low) * random.uniform01();
    return size_of(kind < model.serial + model.power_of_two ? std::floor(u + 0.5) : u, largest);
}

Seconds
sample_run(Lublin const& model, std::int32_t size, std::int32_t largest, RandomStream& random) {
    bool const is_short = random.bernoulli(short_run_probability(model, size, largest));
    double const log_run =
        resampled(is_short ? model.short_runs : model.long_runs, model.longest_log, random);
    return Seconds{
        std::max<std::int64_t>(1, static_cast<std::int64_t>(std::llround(std::exp(log_run))))};
}

void generate(Lublin const& model, Demand demand, RandomStream& random, ArrivalSink const& sink) {
    CS_ENSURE(demand.largest >= 1, "the largest job has a size");
    if (demand.scale <= 0.0) return;
    auto const rate = daily_rate(model);
    double const stretch = 1.0 / (demand.scale * mean_gap(model).si());
    double const origin = random.uniform(0.0, half_hour * half_hours);
    double t = origin;
    double const end = origin + static_cast<double>(demand.span.count);
    while (true) {
        // The gap passes at the rate of each half hour in it.
        double left = std::exp(resampled(model.gaps, model.longest_gap_log, random)) * stretch;
        while (t < end) {
            double const slot = std::floor(t / half_hour);
            double const speed = rate[static_cast<std::size_t>(slot) % half_hours];
            double const room = (slot + 1.0) * half_hour - t;
            if (left <= room * speed) {
                t += left / speed;
                break;
            }
            left -= room * speed;
            t = (slot + 1.0) * half_hour;
        }
        if (t >= end) return;
        std::int32_t const size = sample_size(model, demand.largest, random);
        // In this order: arguments of a call have none.
        double const other = random.uniform01();
        sink({Instant{static_cast<std::int64_t>(t - origin)},
              sample_run(model, size, demand.largest, random),
              size},
             other);
    }
}

}  // namespace clustersim
