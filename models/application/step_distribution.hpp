// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/random_stream.hpp"
#include "sim/core/result.hpp"

#include <functional>
#include <span>
#include <vector>

namespace clustersim {

/// How unevenly the devices of a job compute. No machine publishes these: zero unless measured.
struct ComputeNoise {
    double jitter =
        0.0;  ///< standard deviation of the logarithm of one device's time for one batch
    double straggler_chance = 0.0;  ///< that a batch meets a delayed device, in [0, 1]
    /// What the delayed device needs more, relative. One slow node of 48 held a whole job at 140 of 149
    /// TFLOP/s (BigScience, BLOOM chronicles, 2022).
    double straggler_delay = 149.0 / 140.0 - 1.0;

    [[nodiscard]] bool any() const { return jitter > 0.0 || straggler_chance > 0.0; }
};

/// A job's step as the sampling sees it.
struct SampledStep {
    /// The whole step if each port carries so much; falls or stays as the rate rises.
    std::function<Duration(Bandwidth port)> at_rate;
    Bandwidth port{};           ///< what a port carries when nobody else is on the links
    double flows_per_port = 1;  ///< flows of the busiest port, which share its rate
    Duration compute{};         ///< of the step, what every device does for itself
    int devices = 1;            ///< that wait for each other
};

/// What the job's slowest flow gets of the network.
struct BatchRates {
    Bandwidth quiet{};  ///< with nobody else on the links
    /// Mean over the batch that begins then.
    std::function<Result<Bandwidth>(Duration begin)> in_batch;
};

/// Where a rising curve bends: the point furthest above the straight line from its first to its last.
struct Elbow {
    double share = 0.0;  ///< of the batches at or below `time`
    Duration time{};
};

/// Times of many batches.
struct StepDistribution {
    Duration quiet{};               ///< with no neighbour and no noise
    std::vector<Duration> batches;  ///< in the order they ran

    [[nodiscard]] std::vector<Duration> ascending() const;
};

/// Times one batch after the other: each takes the mean rate that its flows get while it runs, and waits
/// for its slowest device. Fails where BatchRates::in_batch does.
Result<StepDistribution> sample_steps(SampledStep const& step,
                                      BatchRates const& rates,
                                      ComputeNoise const& noise,
                                      int batches,
                                      RandomStream& random);

/// The smallest time with at least the share p of the batches at or below it.
Duration batch_quantile(std::span<Duration const> ascending, double p);

/// Of the cumulative distribution of at least one time. Where all times are equal: all batches.
Elbow elbow_of(std::span<Duration const> ascending);

}  // namespace clustersim
