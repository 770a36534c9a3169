// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/outcome.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

/// A number of the step time, where the job has one.
template <auto Get>
Maybe of_step(JobOutcome const& outcome) {
    return outcome.training ? Maybe(Get(outcome.training->step)) : std::nullopt;
}

Maybe if_positive(double value) {
    return value > 0.0 ? Maybe(value) : std::nullopt;
}

/// A time that the share P of a hundred of the batches do not exceed, where batches were sampled.
template <int P>
Maybe batch_time(JobOutcome const& outcome) {
    if (!outcome.batches) return std::nullopt;
    return batch_quantile(outcome.batches->ascending, P / 100.0).si();
}

/// A wait, or what follows from it, unless the job started in no replicate.
Maybe known_wait(JobOutcome const& outcome, Duration value) {
    bool const never =
        !outcome.samples.empty() &&
        std::ranges::none_of(outcome.samples, [](QueueSample const& s) { return s.has_started(); });
    return never ? std::nullopt : Maybe(value.si());
}

constexpr std::array metrics{
    OutcomeMetric{"nodes", "nodes", {}, [](JobOutcome const& o) { return Maybe(o.nodes); }},
    OutcomeMetric{"gpus", "GPUs", {}, [](JobOutcome const& o) { return if_positive(o.gpus); }},
    OutcomeMetric{"wait_median_s",
                  "wait, median",
                  Dimension::time,
                  [](JobOutcome const& o) { return known_wait(o, o.wait.median); }},
    OutcomeMetric{"wait_p5_s",
                  "wait, 5 %",
                  Dimension::time,
                  [](JobOutcome const& o) { return known_wait(o, o.wait.low); }},
    OutcomeMetric{"wait_p95_s",
                  "wait, 95 %",
                  Dimension::time,
                  [](JobOutcome const& o) { return known_wait(o, o.wait.high); }},
    OutcomeMetric{"step_time_s",
                  "step time",
                  Dimension::time,
                  of_step<[](StepTime const& s) { return s.total.si(); }>},
    OutcomeMetric{"step_time_low_s",
                  "step time, low",
                  Dimension::time,
                  of_step<[](StepTime const& s) { return s.low.si(); }>},
    OutcomeMetric{"step_time_high_s",
                  "step time, high",
                  Dimension::time,
                  of_step<[](StepTime const& s) { return s.high.si(); }>},
    OutcomeMetric{"batch_quiet_s",
                  "batch, undisturbed",
                  Dimension::time,
                  [](JobOutcome const& o) {
                      return o.batches ? Maybe(o.batches->quiet.si()) : std::nullopt;
                  }},
    OutcomeMetric{"batch_median_s", "batch, median", Dimension::time, batch_time<50>},
    OutcomeMetric{"batch_p95_s", "batch, 95 %", Dimension::time, batch_time<95>},
    OutcomeMetric{"batch_p99_s", "batch, 99 %", Dimension::time, batch_time<99>},
    OutcomeMetric{"batch_elbow",
                  "batches before the elbow",
                  {},
                  [](JobOutcome const& o) {
                      return o.batches ? Maybe(o.batches->elbow.share) : std::nullopt;
                  }},
    OutcomeMetric{"efficiency", "efficiency", {}, [](JobOutcome const& o) { return o.efficiency; }},
    OutcomeMetric{"flop_rate_per_gpu",
                  "FLOP/s per GPU",
                  Dimension::flop_rate,
                  of_step<[](StepTime const& s) { return s.per_gpu.si(); }>},
    OutcomeMetric{"mfu", "MFU", {}, of_step<[](StepTime const& s) { return s.mfu; }>},
    OutcomeMetric{"samples_per_second",
                  "samples/s",
                  {},
                  of_step<[](StepTime const& s) { return s.samples_per_second; }>},
    OutcomeMetric{"tokens_per_second",
                  "tokens/s",
                  {},
                  [](JobOutcome const& o) {
                      return o.training ? if_positive(o.training->step.tokens_per_second)
                                        : std::nullopt;
                  }},
    OutcomeMetric{"global_batch",
                  "global batch",
                  {},
                  [](JobOutcome const& o) {
                      return o.training ? Maybe(o.training->plan.global_batch()) : std::nullopt;
                  }},
    OutcomeMetric{"epoch_time_s",
                  "epoch time",
                  Dimension::time,
                  [](JobOutcome const& o) {
                      return o.training && o.training->epoch ? Maybe(o.training->epoch->total.si())
                                                             : std::nullopt;
                  }},
    OutcomeMetric{"epoch_efficiency",
                  "efficiency per epoch",
                  {},
                  [](JobOutcome const& o) { return o.epoch_efficiency; }},
    OutcomeMetric{"memory_per_gpu_B",
                  "memory per GPU",
                  Dimension::data,
                  of_step<[](StepTime const& s) { return s.memory.total().si(); }>},
    OutcomeMetric{"runtime_s",
                  "run time",
                  Dimension::time,
                  [](JobOutcome const& o) { return Maybe(o.runtime.value.si()); }},
    OutcomeMetric{"walltime_s",
                  "walltime",
                  Dimension::time,
                  [](JobOutcome const& o) { return Maybe(o.walltime.duration().si()); }},
    OutcomeMetric{
        "turnaround_median_s",
        "turnaround",
        Dimension::time,
        [](JobOutcome const& o) { return known_wait(o, o.wait.median + o.runtime.value); }},
    OutcomeMetric{"gpu_hours",
                  "GPU-hours",
                  {},
                  [](JobOutcome const& o) { return if_positive(o.bill.gpu_hours.value); }},
    OutcomeMetric{"node_hours",
                  "node-hours",
                  {},
                  [](JobOutcome const& o) { return Maybe(o.bill.node_hours.value); }},
    OutcomeMetric{"billed", "billed", {}, [](JobOutcome const& o) { return Maybe(o.bill.billed); }},
    OutcomeMetric{"energy_J",
                  "energy",
                  Dimension::energy,
                  [](JobOutcome const& o) { return Maybe(o.energy.facility.si()); }},
    OutcomeMetric{
        "co2e_g", "CO2e, g", {}, [](JobOutcome const& o) { return Maybe(o.energy.co2e.value); }},
};

}  // namespace

std::span<OutcomeMetric const> outcome_metrics() {
    return metrics;
}

}  // namespace clustersim
