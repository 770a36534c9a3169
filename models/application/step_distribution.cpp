// SPDX-License-Identifier: Apache-2.0
//
// Per-batch times of a job among others.
//
// Equation. Batch k begins where batch k-1 ended and takes
//   T_k = T(r_k) + (max_d J_dk (1 + S_k) - 1) C
// with T(r) the step when each port carries r, r_k the mean of the job's share over the batch, C the
// compute of the step, J_dk lognormal with median 1 for each of the devices, S_k the straggler's delay
// or zero. r_k is taken over the quiet step and once more over the length that this gives.
// Source. EPICURE best-practice guide, section 5: cumulative distributions of per-batch times, whose tail
// comes from single devices or links that all others wait for. The elbow: Satopaa et al., "Finding a
// 'kneedle' in a haystack", ICDCSW 2011, doi:10.1109/ICDCSW.2011.20, without its smoothing.
// Domain. Synchronous training; the first batches of an epoch, which wait for data, are not included.
#include "models/application/step_distribution.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// Points of a batch at which the network is looked at: bursts much shorter than a step average out.
constexpr int instants = 8;

/// What the slowest of the devices needs, relative to an even one.
double slowest_device(ComputeNoise const& noise, int devices, RandomStream& random) {
    double slowest = 1.0;
    if (noise.jitter > 0.0) {
        slowest = 0.0;
        for (int device = 0; device < devices; ++device) {
            slowest = std::max(slowest, random.lognormal(0.0, noise.jitter));
        }
    }
    if (noise.straggler_chance > 0.0 && random.bernoulli(noise.straggler_chance)) {
        slowest *= 1.0 + noise.straggler_delay;
    }
    return slowest;
}

Duration step_from(SampledStep const& step, Contention& contention, Duration begin) {
    auto const with_rate_over = [&](Duration window) {
        Bandwidth const flow = contention.over(begin, window, instants);
        return step.at_rate(std::min(step.port, flow * step.flows_per_port));
    };
    return with_rate_over(with_rate_over(step.at_rate(step.port)));
}

}  // namespace

std::vector<Duration> StepDistribution::ascending() const {
    std::vector<Duration> times = batches;
    std::ranges::sort(times);
    return times;
}

StepDistribution sample_steps(SampledStep const& step,
                              Contention& contention,
                              ComputeNoise const& noise,
                              int batches,
                              RandomStream& random) {
    CS_ENSURE(batches >= 1 && step.devices >= 1, "there is something to sample");
    StepDistribution sampled;
    Bandwidth const alone = std::min(step.port, contention.quiet() * step.flows_per_port);
    sampled.quiet = step.at_rate(alone);
    Duration now{};
    for (int batch = 0; batch < batches; ++batch) {
        double const slowest = slowest_device(noise, step.devices, random);
        Duration const time = step_from(step, contention, now) + step.compute * (slowest - 1.0);
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
