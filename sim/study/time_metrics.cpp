// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"
#include "sim/study/turnaround.hpp"

#include <array>
#include <vector>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

Maybe si_of(std::optional<Duration> const& time) {
    return time ? Maybe(time->si()) : std::nullopt;
}

template <auto Quantile>
Maybe wait_at(JobOutcome const& outcome) {
    return si_of(wait_range(outcome.samples, outcome.tasks).*Quantile);
}

/// The time until the work is done; for several submissions, the calendar time of all of them.
template <auto Quantile, auto Calendar>
Maybe turnaround_at(JobOutcome const& outcome) {
    if (!outcome.campaign) return si_of(turnaround_range(outcome).*Quantile);
    if (!outcome.campaign_result || outcome.samples.empty()) return std::nullopt;
    return ((outcome.campaign_result->forecast).*Calendar).si();
}

template <auto Source>
Maybe spread_of_turnaround(JobOutcome const& outcome) {
    return si_of(turnaround_spread(outcome).*Source);
}

/// The wait in the replicates of one third of the range of the backlog.
template <QueueLength Length>
Maybe wait_in(JobOutcome const& outcome) {
    std::vector<QueueSample> of_queue;
    for (QueueSample const& sample : outcome.samples)
        if (sample.queue == Length) of_queue.push_back(sample);
    if (of_queue.empty()) return std::nullopt;
    return si_of(wait_range(of_queue, outcome.tasks).median);
}

constexpr Metric queue_wait_metric(std::string_view name,
                                   std::string_view title,
                                   std::string_view formula,
                                   Maybe (*value)(JobOutcome const&)) {
    return {.name = name,
            .title = title,
            .unit = "s",
            .form = MetricForm::duration,
            .formula = formula,
            .applies = "started jobs, if the backlog is a range",
            .dimension = Dimension::time,
            .value = value};
}

constexpr std::string_view every_job = "every job";
constexpr std::string_view started_jobs = "jobs that start in enough replicates";

constexpr std::array time_table{
    Metric{.name = "nodes",
           .title = "nodes",
           .unit = "1",
           .form = MetricForm::count,
           .formula = "requested nodes",
           .applies = every_job,
           .dimension = {},
           .value = [](JobOutcome const& o) { return Maybe(o.nodes); }},
    Metric{.name = "gpus",
           .title = "GPUs",
           .unit = "1",
           .form = MetricForm::devices,
           .formula = "nodes × devices that the job has on each; a device is what a framework "
                      "calls a GPU: on MI250X a GCD, half a card",
           .applies = "jobs with GPUs",
           .dimension = {},
           .value = [](JobOutcome const& o) { return o.gpus > 0 ? Maybe(o.gpus) : std::nullopt; }},
    Metric{
        .name = "wait_median_s",
        .title = "wait (range)",
        .unit = "s",
        .form = MetricForm::wait,
        .formula =
            "median over the replicates of start − submission, of several tasks of their median; "
            "infinite if the job never started",
        .applies = started_jobs,
        .dimension = Dimension::time,
        .value = wait_at<&SampleRange::median>,
        .low = "wait_p5_s",
        .high = "wait_p95_s"},
    Metric{.name = "wait_p5_s",
           .title = "wait, 5 %",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "5 % quantile (nearest rank) of start − submission",
           .applies = started_jobs,
           .dimension = Dimension::time,
           .value = wait_at<&SampleRange::low>},
    Metric{.name = "wait_p95_s",
           .title = "wait, 95 %",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "95 % quantile (nearest rank) of start − submission",
           .applies = started_jobs,
           .dimension = Dimension::time,
           .value = wait_at<&SampleRange::high>},
    queue_wait_metric("wait_short_queue_s",
                      "in a short queue",
                      "median wait in the replicates whose users keep the short backlog of the "
                      "range waiting, a third of all",
                      wait_in<QueueLength::brief>),
    queue_wait_metric("wait_usual_queue_s",
                      "usual",
                      "the same with the usual backlog",
                      wait_in<QueueLength::usual>),
    queue_wait_metric("wait_long_queue_s",
                      "long queue",
                      "the same with the long backlog",
                      wait_in<QueueLength::extended>),
    Metric{.name = "never_started",
           .title = "never started",
           .unit = "1",
           .form = MetricForm::count,
           .formula = "replicates in which the job never started",
           .applies = every_job,
           .dimension = {},
           .value =
               [](JobOutcome const& o) {
                   return o.samples.empty() ? std::nullopt
                                            : Maybe(static_cast<double>(starts_of(o).never()));
               }},
    Metric{.name = "runtime_s",
           .title = "run time (range)",
           .unit = "s",
           .form = MetricForm::run_time,
           .formula = "predicted time on the nodes, at most the walltime; of the first submission "
                      "of a job with checkpoints, of the median replicate if it depends on the "
                      "nodes, of all runs of a preempted job",
           .applies = every_job,
           .dimension = Dimension::time,
           .value = [](JobOutcome const& o) { return Maybe(o.runtime.value.si()); },
           .low = "runtime_low_s",
           .high = "runtime_high_s"},
    Metric{.name = "runtime_low_s",
           .title = "run time, low",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "lower end of the models' stated uncertainty, at most the walltime",
           .applies = every_job,
           .dimension = Dimension::time,
           .value = [](JobOutcome const& o) { return Maybe(o.runtime.low.si()); }},
    Metric{.name = "runtime_high_s",
           .title = "run time, high",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "upper end of the models' stated uncertainty, at most the walltime",
           .applies = every_job,
           .dimension = Dimension::time,
           .value = [](JobOutcome const& o) { return Maybe(o.runtime.high.si()); }},
    Metric{.name = "requeues",
           .title = "requeues",
           .unit = "1",
           .form = MetricForm::number,
           .formula = "mean over the replicates of how often the job was preempted and requeued",
           .applies = "jobs that can be preempted",
           .dimension = {},
           .value =
               [](JobOutcome const& o) {
                   return o.preemption ? Maybe(o.preemption->requeues) : std::nullopt;
               }},
    Metric{.name = "walltime_s",
           .title = "walltime",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "requested time limit",
           .applies = every_job,
           .dimension = Dimension::time,
           .value = [](JobOutcome const& o) { return Maybe(o.walltime.duration().si()); }},
    Metric{.name = "turnaround_median_s",
           .title = "turnaround (range)",
           .unit = "s",
           .form = MetricForm::turnaround,
           .formula = "median over the replicates of (start − submission + time on the nodes), of "
                      "several tasks of their median; calendar_median_s for a job with checkpoints",
           .applies = started_jobs,
           .dimension = Dimension::time,
           .value = turnaround_at<&SampleRange::median, &CampaignForecast::calendar_median>,
           .low = "turnaround_p5_s",
           .high = "turnaround_p95_s"},
    Metric{.name = "turnaround_p5_s",
           .title = "turnaround, 5 %",
           .unit = "s",
           .form = MetricForm::duration,
           .formula =
               "5 % quantile of the same sum over the replicates and the range of the run time, or "
               "calendar_p5_s",
           .applies = started_jobs,
           .dimension = Dimension::time,
           .value = turnaround_at<&SampleRange::low, &CampaignForecast::calendar_low>},
    Metric{.name = "turnaround_p95_s",
           .title = "turnaround, 95 %",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "95 % quantile of the same sum, likewise, or calendar_p95_s",
           .applies = started_jobs,
           .dimension = Dimension::time,
           .value = turnaround_at<&SampleRange::high, &CampaignForecast::calendar_high>},
    Metric{.name = "queue_spread_s",
           .title = "queue alone",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "95 % quantile − 5 % quantile of the turnaround if only the queue varies",
           .applies = started_jobs,
           .dimension = Dimension::time,
           .value = spread_of_turnaround<&TurnaroundSpread::queue>},
    Metric{.name = "model_spread_s",
           .title = "model alone",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "the same if only the run time varies in its range",
           .applies = "jobs with a predicted run time that start in enough replicates",
           .dimension = Dimension::time,
           .value = spread_of_turnaround<&TurnaroundSpread::model>},
    Metric{.name = "failure_spread_s",
           .title = "failures alone",
           .unit = "s",
           .form = MetricForm::duration,
           .formula = "the same if only failures vary, and their rate in its range",
           .applies = "jobs with checkpoints that start in every replicate",
           .dimension = Dimension::time,
           .value = spread_of_turnaround<&TurnaroundSpread::failures>},
};

}  // namespace

std::span<Metric const> time_metrics() {
    return time_table;
}

}  // namespace clustersim
