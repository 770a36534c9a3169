// SPDX-License-Identifier: Apache-2.0
//
// Per-batch times of a job next to other jobs.
//
// Equation. Batch k begins where batch k-1 ended and takes
//   T_k = T(r_k) + (max_d J_dk (1 + S_k) - 1) C
// with T(r) the step time if each port carries r, r_k the mean rate of the job over the batch
// (batch_rates.cpp), C the compute time of the step, J_dk lognormal with median 1 for each of the
// devices, S_k the straggler's delay or zero.
// Source. EPICURE best-practice guide, section 5: cumulative distributions of per-batch times, whose tail
// comes from single devices or links for which all others wait. The elbow: Satopaa et al., "Finding a
// 'kneedle' in a haystack", ICDCSW 2011, doi:10.1109/ICDCSW.2011.20, without its smoothing.
// Domain. Synchronous training; the first batches of an epoch, which wait for data, are not included.
#include "models/application/step_distribution.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Time of the slowest device, relative to a device without noise.
double slowest_device(ComputeNoise const& noise, int devices, RandomStream& random) {
    double slowest = 1.0;
    if (noise.jitter > 0.0) {
        slowest = 0.0;
        for (int device = 0; device < devices; ++device)
            slowest = std::max(slowest, random.lognormal(0.0, noise.jitter));
    }
    if (noise.straggler_chance > 0.0 && random.bernoulli(noise.straggler_chance))
        slowest *= 1.0 + noise.straggler_delay;
    return slowest;
}

}  // namespace

std::vector<Duration> StepDistribution::ascending() const {
    std::vector<Duration> times = batches;
    std::ranges::sort(times);
    return times;
}

Result<StepDistribution> sample_steps(SampledStep const& step,
                                      BatchRates const& rates,
                                      ComputeNoise const& noise,
                                      int batches,
                                      RandomStream& random) {
    CS_ENSURE(batches >= 1 && step.devices >= 1, "there is something to sample");
    auto const at = [&](Bandwidth flow) {
        return step.at_rate(std::min(step.port, flow * step.flows_per_port));
    };
    StepDistribution sampled;
    sampled.quiet = at(rates.quiet);
    Duration now{};
    for (int batch = 0; batch < batches; ++batch) {
        double const slowest = slowest_device(noise, step.devices, random);
        auto const rate = rates.in_batch(now);
        if (!rate) return failure(rate.error());
        Duration const time = at(*rate) + step.compute * (slowest - 1.0);
        sampled.batches.push_back(time);
        now += time;
    }
    return sampled;
}

Duration batch_quantile(std::span<Duration const> ascending, double p) {
    return nearest_rank(ascending, p);
}

Elbow elbow_of(std::span<Duration const> ascending) {
    CS_ENSURE(!ascending.empty(), "a distribution has values");
    Duration const first = ascending.front();
    Duration const width = ascending.back() - first;
    auto const n = static_cast<double>(ascending.size());
    Elbow elbow{1.0, ascending.back()};
    if (width.si() <= 0.0) return elbow;
    double furthest = 0.0;
    for (std::size_t i = 0; i < ascending.size(); ++i) {
        double const share = static_cast<double>(i + 1) / n;
        double const above = share - (ascending[i] - first) / width;
        if (above > furthest) {
            furthest = above;
            elbow = {share, ascending[i]};
        }
    }
    return elbow;
}

}  // namespace clustersim
