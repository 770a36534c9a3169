// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/outcome.hpp"

#include "sim/scenario/starts.hpp"

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

/// A number of a long run, where the job is one.
template <auto Get>
Maybe of_campaign(JobOutcome const& outcome) {
    return outcome.campaign ? Maybe(Get(*outcome.campaign)) : std::nullopt;
}

/// One that needs the forecast.
template <auto Get>
Maybe of_forecast(JobOutcome const& outcome) {
    if (!outcome.campaign || !outcome.campaign->forecast) return std::nullopt;
    return Maybe(Get(*outcome.campaign));
}

/// Of a whole run where it has a forecast, else of the runs of a job that others may stop.
Maybe goodput(JobOutcome const& outcome) {
    if (outcome.campaign && outcome.campaign->forecast) return outcome.campaign->forecast->goodput;
    if (outcome.campaign || !outcome.preemption) return std::nullopt;
    return outcome.preemption->goodput;
}

/// Nothing where no replicate was simulated.
Maybe if_tried(JobOutcome const& outcome, std::int64_t value) {
    return outcome.samples.empty() ? std::nullopt : Maybe(static_cast<double>(value));
}

/// A time of one step's samples, where they are loaded.
template <auto Get>
Maybe of_load(JobOutcome const& outcome) {
    return outcome.input && outcome.input->load ? Maybe(Get(*outcome.input).si()) : std::nullopt;
}

Maybe known(std::optional<Duration> const& value) {
    return value ? Maybe(value->si()) : std::nullopt;
}

/// What the job costs, unless it starts in no replicate.
Maybe if_started(JobOutcome const& outcome, double value) {
    return starts_of(outcome).never_started() ? std::nullopt : Maybe(value);
}

constexpr std::array metrics{
    OutcomeMetric{"nodes", "nodes", {}, [](JobOutcome const& o) { return Maybe(o.nodes); }},
    OutcomeMetric{"gpus", "GPUs", {}, [](JobOutcome const& o) { return if_positive(o.gpus); }},
    OutcomeMetric{"wait_median_s",
                  "wait, median",
                  Dimension::time,
                  [](JobOutcome const& o) { return known(o.wait.median); }},
    OutcomeMetric{"wait_p5_s",
                  "wait, 5 %",
                  Dimension::time,
                  [](JobOutcome const& o) { return known(o.wait.low); }},
    OutcomeMetric{"wait_p95_s",
                  "wait, 95 %",
                  Dimension::time,
                  [](JobOutcome const& o) { return known(o.wait.high); }},
    OutcomeMetric{"never_started",
                  "replicates without a start",
                  {},
                  [](JobOutcome const& o) { return if_tried(o, starts_of(o).never()); }},
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
    OutcomeMetric{"turnaround_median_s",
                  "turnaround",
                  Dimension::time,
                  [](JobOutcome const& o) { return known(o.turnaround); }},
    OutcomeMetric{"requeues",
                  "requeues",
                  {},
                  [](JobOutcome const& o) {
                      return o.preemption ? Maybe(o.preemption->requeues) : std::nullopt;
                  }},
    OutcomeMetric{"gpu_hours",
                  "GPU-hours",
                  {},
                  [](JobOutcome const& o) {
                      return if_positive(if_started(o, o.bill.gpu_hours.value).value_or(0.0));
                  }},
    OutcomeMetric{"node_hours",
                  "node-hours",
                  {},
                  [](JobOutcome const& o) { return if_started(o, o.bill.node_hours.value); }},
    OutcomeMetric{
        "billed", "billed", {}, [](JobOutcome const& o) { return if_started(o, o.bill.billed); }},
    OutcomeMetric{"energy_J",
                  "energy",
                  Dimension::energy,
                  [](JobOutcome const& o) { return if_started(o, o.energy.facility.si()); }},
    OutcomeMetric{"co2e_g",
                  "CO2e, g",
                  {},
                  [](JobOutcome const& o) { return if_started(o, o.energy.co2e.value); }},
    OutcomeMetric{"staging_s",
                  "staging",
                  Dimension::time,
                  [](JobOutcome const& o) {
                      return o.input && o.input->staging ? Maybe(o.input->staging->total.si())
                                                         : std::nullopt;
                  }},
    OutcomeMetric{"load_s",
                  "loading, a step",
                  Dimension::time,
                  of_load<[](InputCosts const& c) { return c.load->total(); }>},
    OutcomeMetric{"load_exposed_s",
                  "waiting for samples, a step",
                  Dimension::time,
                  of_load<[](InputCosts const& c) { return c.exposed; }>},
    OutcomeMetric{"straggling_s",
                  "waiting for the slowest, a step",
                  Dimension::time,
                  [](JobOutcome const& o) {
                      return o.input ? Maybe(o.input->straggling.si()) : std::nullopt;
                  }},
    OutcomeMetric{"checkpoint_B",
                  "checkpoint",
                  Dimension::data,
                  of_campaign<[](CampaignAnswer const& c) { return c.size.si(); }>},
    OutcomeMetric{
        "checkpoint_block_s",
        "standing still for a checkpoint",
        Dimension::time,
        of_campaign<[](CampaignAnswer const& c) { return c.plan.checkpoint.block.si(); }>},
    OutcomeMetric{"checkpoint_interval_s",
                  "between checkpoints",
                  Dimension::time,
                  of_campaign<[](CampaignAnswer const& c) { return c.plan.interval.si(); }>},
    OutcomeMetric{"mtbf_s",
                  "between failures",
                  Dimension::time,
                  of_campaign<[](CampaignAnswer const& c) { return c.mtbf.si(); }>},
    OutcomeMetric{"goodput", "goodput", {}, [](JobOutcome const& o) { return goodput(o); }},
    OutcomeMetric{
        "submissions",
        "submissions",
        {},
        of_forecast<[](CampaignAnswer const& c) { return c.forecast->mean.submissions; }>},
    OutcomeMetric{
        "calendar_median_s",
        "calendar, median",
        Dimension::time,
        of_forecast<[](CampaignAnswer const& c) { return c.forecast->calendar_median.si(); }>},
    OutcomeMetric{
        "calendar_p5_s",
        "calendar, 5 %",
        Dimension::time,
        of_forecast<[](CampaignAnswer const& c) { return c.forecast->calendar_low.si(); }>},
    OutcomeMetric{
        "calendar_p95_s",
        "calendar, 95 %",
        Dimension::time,
        of_forecast<[](CampaignAnswer const& c) { return c.forecast->calendar_high.si(); }>},
    OutcomeMetric{"campaign_gpu_hours",
                  "GPU-hours of the whole run",
                  {},
                  of_forecast<[](CampaignAnswer const& c) { return c.bill.gpu_hours.value; }>},
    OutcomeMetric{"campaign_billed",
                  "billed for the whole run",
                  {},
                  of_forecast<[](CampaignAnswer const& c) { return c.bill.billed; }>},
    OutcomeMetric{"campaign_energy_J",
                  "energy of the whole run",
                  Dimension::energy,
                  of_forecast<[](CampaignAnswer const& c) { return c.energy.facility.si(); }>},
    OutcomeMetric{"campaign_co2e_g",
                  "CO2e of the whole run, g",
                  {},
                  of_forecast<[](CampaignAnswer const& c) { return c.energy.co2e.value; }>},
};

}  // namespace

std::span<OutcomeMetric const> outcome_metrics() {
    return metrics;
}

}  // namespace clustersim
