// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/gpu_centre.hpp"

#include "sim/core/ensure.hpp"
#include "sim/workload/generator_math.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace clustersim {
namespace {

constexpr double longest_run =
    365.0 * 86400.0;  ///< a year; longer values of the lognormals are not realistic

template <std::size_t N>
std::array<double, N> with_mean_one(std::array<double, N> weights) {
    double const total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight *= static_cast<double>(N) / total;
    return weights;
}

/// The relative arrival rate over the week.
class WeeklyRate {
  public:
    explicit WeeklyRate(GpuCentre const& model)
        : hours_(with_mean_one(model.hours)), days_(with_mean_one(model.days)) {}

    [[nodiscard]] double at(double second) const {
        auto const hour = static_cast<std::uint64_t>(second / 3600.0);
        return hours_[hour % 24] * days_[(hour / 24) % 7];
    }
    [[nodiscard]] double largest() const {
        return *std::ranges::max_element(hours_) * *std::ranges::max_element(days_);
    }

  private:
    std::array<double, 24> hours_;
    std::array<double, 7> days_;
};

std::int32_t sample_batch(GpuCentre const& model, BatchLength const& batch, RandomStream& random) {
    if (random.bernoulli(batch.single)) return 1;
    double const further = std::ceil(random.lognormal(batch.mu, batch.sigma));
    return 1 + static_cast<std::int32_t>(
                   std::clamp(further, 1.0, std::max(1.0, model.largest_batch - 1.0)));
}

struct Batch {
    SizeClass const* size = nullptr;
    RunComponent const* runs = nullptr;
    double common = 0.0;  ///< the normal variate that the jobs of a batch share
};

Batch sample_class(GpuCentre const& model,
                   std::vector<double> const& shares,
                   RandomStream& random) {
    Batch batch;
    batch.size = &model.classes[random.pick(shares)];
    std::vector<double> weights;
    for (RunComponent const& component : batch.size->runs) weights.push_back(component.weight);
    batch.runs = &batch.size->runs[random.pick(weights)];
    batch.common = random.normal();
    return batch;
}

Seconds sample_run(GpuCentre const& model, Batch const& batch, RandomStream& random) {
    double const alike = batch.size->alike;
    double const z = std::sqrt(alike) * batch.common + std::sqrt(1.0 - alike) * random.normal();
    double const beyond = std::exp(batch.runs->mu + batch.runs->sigma * z);
    return model.shortest + Seconds{std::max<std::int64_t>(
                                1, round_up(seconds(std::min(beyond, longest_run))).count)};
}

}  // namespace

double mean_batch(GpuCentre const& model, SizeClass const& size) {
    // E[further jobs] = sum over n of P(further > n); each batch's count is rounded up and is at
    // least one.
    double further = 1.0;
    for (std::int32_t n = 1; n < model.largest_batch - 1; ++n) {
        double const over = std::log(static_cast<double>(n)) - size.batch.mu;
        further += size.batch.sigma > 0.0 ? normal_cdf(-over / size.batch.sigma)
                                          : (over < 0.0 ? 1.0 : 0.0);
    }
    return 1.0 + (1.0 - size.batch.single) * further;
}

Duration mean_run(GpuCentre const& model, SizeClass const& size, Seconds limit) {
    auto const shortest = static_cast<double>(model.shortest.count);
    double const most = static_cast<double>(limit.count) - shortest;
    if (most <= 0.0) return limit.duration();
    double mean = 0.0;
    double total = 0.0;
    for (RunComponent const& c : size.runs) {
        double const edge = (std::log(most) - c.mu) / c.sigma;
        double const below = std::exp(c.mu + 0.5 * c.sigma * c.sigma) * normal_cdf(edge - c.sigma);
        mean += c.weight * (below + most * normal_cdf(-edge));
        total += c.weight;
    }
    // Half a second for rounding up to whole seconds.
    return seconds(std::min(shortest + mean / total + 0.5, static_cast<double>(limit.count)));
}

void generate(GpuCentre const& model,
              Frequency batches,
              Seconds span,
              RandomStream& random,
              ArrivalSink const& sink) {
    CS_ENSURE(!model.classes.empty() && model.gap.si() > 0.0, "a model with sizes and gaps");
    if (batches.si() <= 0.0) return;
    WeeklyRate const rate(model);
    std::vector<double> shares;
    for (SizeClass const& size : model.classes) shares.push_back(size.share);
    double const week_start = random.uniform(0.0, 7.0 * 86400.0);
    auto const end = static_cast<double>(span.count);
    double const mean_gap = 1.0 / (batches.si() * rate.largest());
    // Thinning of a Poisson process with the largest rate.
    double t = 0.0;
    while ((t += random.exponential(mean_gap)) < end) {
        if (!random.bernoulli(std::min(1.0, rate.at(t + week_start) / rate.largest()))) continue;
        Batch const batch = sample_class(model, shares, random);
        double submit = t;
        for (std::int32_t left = sample_batch(model, batch.size->batch, random);
             left > 0 && submit < end;
             --left) {
            sink({Instant{static_cast<std::int64_t>(submit)},
                  sample_run(model, batch, random),
                  batch.size->gpus},
                 random.uniform01());
            submit += random.exponential(model.gap.si());
        }
    }
}

}  // namespace clustersim
