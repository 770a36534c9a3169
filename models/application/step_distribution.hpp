// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/result.hpp"

#include <functional>
#include <span>
#include <vector>

namespace clustersim {

/// Variation of compute time among the devices of a job. No machine publishes it: zero unless
/// measured.
struct ComputeNoise {
    double jitter =
        0.0;  ///< standard deviation of the logarithm of one device's time for one batch
    double straggler_chance = 0.0;  ///< that a batch has a delayed device, in [0, 1]
    /// Additional time of the delayed device, relative. One slow node of 48 kept a whole job at 140
    /// instead of 149 TFLOP/s (BigScience, BLOOM chronicles, 2022).
    double straggler_delay = 149.0 / 140.0 - 1.0;

    [[nodiscard]] bool any() const { return jitter > 0.0 || straggler_chance > 0.0; }
};

/// A job's step, in the terms of the sampling.
struct SampledStep {
    /// The whole step if each port carries `port`; does not grow with the rate.
    std::function<Duration(Bandwidth port)> at_rate;
    Bandwidth port{};           ///< rate of a port without other jobs on the links
    double flows_per_port = 1;  ///< flows of the busiest port, which share its rate
    Duration compute{};         ///< of the step, on each device alone
    int devices = 1;            ///< that wait for each other
};

/// Network rates of the job's slowest flow.
struct BatchRates {
    Bandwidth quiet{};  ///< without other jobs on the links
    /// Mean over the batch that begins at `begin`.
    std::function<Result<Bandwidth>(Duration begin)> in_batch;
};

/// Where an ascending curve bends: the point furthest above the straight line from its first to its
/// last point.
struct Elbow {
    double share = 0.0;  ///< of the batches at or below `time`
    Duration time{};
};

/// Times of many batches.
struct StepDistribution {
    Duration quiet{};               ///< without neighbours and noise
    std::vector<Duration> batches;  ///< in the order they ran

    [[nodiscard]] std::vector<Duration> ascending() const;
};

/// Simulates one batch after the other: each takes the mean rate that its flows get while it runs, and
/// waits for its slowest device. Fails if BatchRates::in_batch fails.
Result<StepDistribution> sample_steps(SampledStep const& step,
                                      BatchRates const& rates,
                                      ComputeNoise const& noise,
                                      int batches,
                                      RandomStream& random);

/// The smallest of the times for which at least the share p of the batches takes no longer.
Duration batch_quantile(std::span<Duration const> ascending, double p);

/// Of the cumulative distribution of at least one time. If all times are equal: all batches.
Elbow elbow_of(std::span<Duration const> ascending);

}  // namespace clustersim
