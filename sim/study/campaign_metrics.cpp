// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"
#include "sim/study/metric_table.hpp"

#include <array>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

/// A number of a job with checkpoints.
template <auto Get>
Maybe of_campaign(JobOutcome const& outcome) {
    return outcome.campaign ? Maybe(Get(*outcome.campaign)) : std::nullopt;
}

/// A number that is known only after the queue simulation. A job that never starts has none.
template <auto Get>
Maybe of_forecast(JobOutcome const& outcome) {
    if (!outcome.campaign_result) return std::nullopt;
    return Maybe(Get(outcome.campaign_result->forecast));
}

/// A metric of every job, for jobs with checkpoints only: there it counts the whole run.
Maybe whole_run(JobOutcome const& outcome, std::string_view metric) {
    return outcome.campaign ? metric_named(metric).value(outcome) : std::nullopt;
}

/// The goodput of a whole run by its forecast, else that of the runs of a preemptible job.
Maybe goodput(JobOutcome const& outcome) {
    if (outcome.campaign_result) return outcome.campaign_result->forecast.goodput;
    if (outcome.campaign || !outcome.preemption) return std::nullopt;
    return outcome.preemption->goodput;
}

Duration mtbf_at(PlannedCampaign const& campaign, Frequency rate) {
    return mean_time_between_failures(rate, campaign.uncertainty.devices);
}

constexpr std::string_view saved = "jobs with checkpoints";
constexpr std::string_view forecast = "jobs with checkpoints that start in every replicate";

constexpr std::array campaign_table{
    duration_metric("campaign_work_s",
                    "training",
                    "computation of the whole run without starts, checkpoints and failures",
                    saved,
                    of_campaign<[](PlannedCampaign const& c) { return c.plan.work.si(); }>),
    Metric{.name = "checkpoint_B",
           .title = "checkpoint",
           .unit = "B",
           .form = MetricForm::data,
           .formula = "weights and optimizer states, or `size` of `checkpoint`",
           .applies = saved,
           .value = of_campaign<[](PlannedCampaign const& c) { return c.size.si(); }>},
    duration_metric(
        "checkpoint_interval_s",
        "every",
        "computation between two checkpoints: `every` of `checkpoint`, or Daly's interval",
        saved,
        of_campaign<[](PlannedCampaign const& c) { return c.plan.interval.si(); }>),
    duration_metric(
        "checkpoint_block_s",
        "checkpoint pause",
        "time that training waits for each checkpoint",
        saved,
        of_campaign<[](PlannedCampaign const& c) { return c.plan.checkpoint.block.si(); }>),
    Metric{
        .name = "mtbf_s",
        .title = "fails every (range)",
        .unit = "s",
        .form = MetricForm::duration,
        .formula =
            "mean time between two failures of the job: 1 ÷ (failure rate of a device × devices)",
        .applies = saved,
        .value = of_campaign<[](PlannedCampaign const& c) { return c.mtbf.si(); }>,
        .low = "mtbf_low_s",
        .high = "mtbf_high_s"},
    duration_metric("mtbf_low_s",
                    "fails every, low",
                    "mtbf_s at the upper end of the published failure rates",
                    saved,
                    of_campaign<[](PlannedCampaign const& c) {
                        return mtbf_at(c, c.uncertainty.rate.high).si();
                    }>),
    duration_metric("mtbf_high_s",
                    "fails every, high",
                    "mtbf_s at the lower end of the published failure rates",
                    saved,
                    of_campaign<[](PlannedCampaign const& c) {
                        return mtbf_at(c, c.uncertainty.rate.low).si();
                    }>),
    Metric{.name = "goodput",
           .title = "goodput",
           .form = MetricForm::percent,
           .formula = "computation that is not lost ÷ time on the nodes, over the whole run",
           .applies =
               "jobs with checkpoints that start in every replicate, or that can be preempted",
           .value = goodput},
    Metric{.name = "submissions",
           .title = "submissions",
           .form = MetricForm::number,
           .formula = "mean number of submissions of the whole run",
           .applies = forecast,
           .value = of_forecast<[](CampaignForecast const& f) { return f.mean.submissions; }>},
    Metric{.name = "calendar_median_s",
           .title = "calendar (range)",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "median time from the first submission to the end of the last, with every "
                      "wait; of a job that waits for others or for `begin`, from the instant at "
                      "which it is eligible",
           .applies = forecast,
           .value = of_forecast<[](CampaignForecast const& f) { return f.calendar_median.si(); }>,
           .low = "calendar_p5_s",
           .high = "calendar_p95_s"},
    duration_metric("calendar_p5_s",
                    "calendar, 5 %",
                    "5 % quantile of the same",
                    forecast,
                    of_forecast<[](CampaignForecast const& f) { return f.calendar_low.si(); }>),
    duration_metric("calendar_p95_s",
                    "calendar, 95 %",
                    "95 % quantile of the same",
                    forecast,
                    of_forecast<[](CampaignForecast const& f) { return f.calendar_high.si(); }>),
    Metric{.name = "campaign_gpu_hours",
           .title = "GPU-h",
           .unit = "GPU-h or GCD-h",
           .form = MetricForm::device_hours,
           .formula = "gpu_hours of a job with checkpoints",
           .applies = forecast,
           .value = [](JobOutcome const& o) { return whole_run(o, "gpu_hours"); }},
    Metric{.name = "campaign_node_hours",
           .title = "node-h",
           .unit = "node-h",
           .form = MetricForm::number,
           .formula = "node_hours of a job with checkpoints",
           .applies = forecast,
           .value = [](JobOutcome const& o) { return whole_run(o, "node_hours"); }},
    Metric{.name = "campaign_billed",
           .title = "billed",
           .unit = "the site's",
           .form = MetricForm::charge,
           .formula = "billed of a job with checkpoints",
           .applies = forecast,
           .value = [](JobOutcome const& o) { return whole_run(o, "billed"); }},
    Metric{.name = "campaign_energy_J",
           .title = "energy",
           .unit = "J",
           .form = MetricForm::energy,
           .formula = "energy_J of a job with checkpoints",
           .applies = forecast,
           .value = [](JobOutcome const& o) { return whole_run(o, "energy_J"); }},
    Metric{.name = "campaign_co2e_g",
           .title = "CO2e",
           .unit = "g",
           .form = MetricForm::mass,
           .formula = "co2e_g of a job with checkpoints",
           .applies = forecast,
           .value = [](JobOutcome const& o) { return whole_run(o, "co2e_g"); }},
};

}  // namespace

std::span<Metric const> campaign_metrics() {
    return campaign_table;
}

}  // namespace clustersim
