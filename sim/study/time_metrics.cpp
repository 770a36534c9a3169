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

constexpr std::string_view every_job = "every job";
constexpr std::string_view started_in_range = "started jobs, if the backlog is a range";
constexpr std::string_view started_jobs = "jobs that start in enough replicates";

constexpr std::array time_table{
    Metric{.name = "nodes",
           .title = "nodes",
           .form = MetricForm::count,
           .formula = "requested nodes",
           .applies = every_job,
           .value = [](JobOutcome const& o) { return Maybe(o.nodes); }},
    Metric{.name = "gpus",
           .title = "GPUs",
           .form = MetricForm::devices,
           .formula = "nodes × devices that the job has on each; a device is what a framework "
                      "calls a GPU: on MI250X a GCD, half a card",
           .applies = "jobs with GPUs",
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
        .value = wait_at<&SampleRange::median>,
        .low = "wait_p5_s",
        .high = "wait_p95_s"},
    duration_metric("wait_p5_s",
                    "wait, 5 %",
                    "5 % quantile (nearest rank) of start − submission",
                    started_jobs,
                    wait_at<&SampleRange::low>),
    duration_metric("wait_p95_s",
                    "wait, 95 %",
                    "95 % quantile (nearest rank) of start − submission",
                    started_jobs,
                    wait_at<&SampleRange::high>),
    duration_metric("wait_short_queue_s",
                    "in a short queue",
                    "median wait in the replicates whose users keep the short backlog of the "
                    "range waiting, a third of all",
                    started_in_range,
                    wait_in<QueueLength::brief>),
    duration_metric("wait_usual_queue_s",
                    "usual",
                    "the same with the usual backlog",
                    started_in_range,
                    wait_in<QueueLength::usual>),
    duration_metric("wait_long_queue_s",
                    "long queue",
                    "the same with the long backlog",
                    started_in_range,
                    wait_in<QueueLength::extended>),
    Metric{.name = "never_started",
           .title = "never started",
           .form = MetricForm::count,
           .formula = "replicates in which the job never started",
           .applies = every_job,
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
           .value = [](JobOutcome const& o) { return Maybe(o.runtime.value.si()); },
           .low = "runtime_low_s",
           .high = "runtime_high_s"},
    duration_metric("runtime_low_s",
                    "run time, low",
                    "lower end of the models' stated uncertainty, at most the walltime",
                    every_job,
                    [](JobOutcome const& o) { return Maybe(o.runtime.low.si()); }),
    duration_metric("runtime_high_s",
                    "run time, high",
                    "upper end of the models' stated uncertainty, at most the walltime",
                    every_job,
                    [](JobOutcome const& o) { return Maybe(o.runtime.high.si()); }),
    Metric{.name = "requeues",
           .title = "requeues",
           .form = MetricForm::number,
           .formula = "mean over the replicates of how often the job was preempted and requeued",
           .applies = "jobs that can be preempted",
           .value =
               [](JobOutcome const& o) {
                   return o.preemption ? Maybe(o.preemption->requeues) : std::nullopt;
               }},
    duration_metric("walltime_s",
                    "walltime",
                    "requested time limit",
                    every_job,
                    [](JobOutcome const& o) { return Maybe(o.walltime.duration().si()); }),
    Metric{.name = "turnaround_median_s",
           .title = "turnaround (range)",
           .unit = "s",
           .form = MetricForm::turnaround,
           .formula = "median over the replicates of (start − submission + time on the nodes), of "
                      "several tasks of their median; calendar_median_s for a job with checkpoints",
           .applies = started_jobs,
           .value = turnaround_at<&SampleRange::median, &CampaignForecast::calendar_median>,
           .low = "turnaround_p5_s",
           .high = "turnaround_p95_s"},
    duration_metric(
        "turnaround_p5_s",
        "turnaround, 5 %",
        "5 % quantile of the same sum over the replicates and the range of the run time, or "
        "calendar_p5_s",
        started_jobs,
        turnaround_at<&SampleRange::low, &CampaignForecast::calendar_low>),
    duration_metric("turnaround_p95_s",
                    "turnaround, 95 %",
                    "95 % quantile of the same sum, likewise, or calendar_p95_s",
                    started_jobs,
                    turnaround_at<&SampleRange::high, &CampaignForecast::calendar_high>),
    duration_metric("queue_spread_s",
                    "queue alone",
                    "95 % quantile − 5 % quantile of the turnaround if only the queue varies",
                    started_jobs,
                    spread_of_turnaround<&TurnaroundSpread::queue>),
    duration_metric("model_spread_s",
                    "model alone",
                    "the same if only the run time varies in its range",
                    "jobs with a predicted run time that start in enough replicates",
                    spread_of_turnaround<&TurnaroundSpread::model>),
    duration_metric("failure_spread_s",
                    "failures alone",
                    "the same if only failures vary, and their rate in its range",
                    "jobs with checkpoints that start in every replicate",
                    spread_of_turnaround<&TurnaroundSpread::failures>),
};

}  // namespace

std::span<Metric const> time_metrics() {
    return time_table;
}

}  // namespace clustersim
