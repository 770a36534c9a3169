// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"
#include "sim/study/turnaround.hpp"

#include <array>

namespace clustersim {
namespace {

std::optional<double> time_of(std::optional<Duration> const& time) {
    return time ? std::optional(time->si()) : std::nullopt;
}

bool has_tasks(JobOutcome const& outcome) {
    return outcome.tasks > 1;
}

bool may_wait_for_jobs(JobOutcome const& outcome) {
    return outcome.may_be_ineligible;
}

bool has_makespan(JobOutcome const& outcome) {
    return has_tasks(outcome) || may_wait_for_jobs(outcome);
}

template <auto Quantile>
std::optional<double> eligible_wait_at(JobOutcome const& outcome) {
    if (!may_wait_for_jobs(outcome)) return std::nullopt;
    return time_of(eligible_wait_range(outcome.samples, outcome.tasks).*Quantile);
}

template <auto Quantile>
std::optional<double> first_start_at(JobOutcome const& outcome) {
    if (!has_tasks(outcome)) return std::nullopt;
    return time_of(first_start_range(outcome.samples, outcome.tasks).*Quantile);
}

template <auto Quantile>
std::optional<double> makespan_at(JobOutcome const& outcome) {
    if (!has_makespan(outcome)) return std::nullopt;
    return time_of(makespan_range(outcome).*Quantile);
}

constexpr std::string_view jobs_of_tasks = "arrays and several equal jobs";
constexpr std::string_view conditional_jobs =
    "jobs that wait for other jobs or for `begin`; not arrays with a limit of running tasks";
constexpr std::string_view tasks_or_conditional =
    "arrays, several equal jobs, and jobs that wait for other jobs";

constexpr std::array task_table{
    Metric{.name = "tasks",
           .title = "tasks",
           .form = MetricForm::count,
           .formula = "tasks of an array, or number of equal jobs; nodes, GPUs, run time and "
                      "walltime are of one of them, hours, charge, energy and CO2e of all",
           .applies = jobs_of_tasks,
           .value =
               [](JobOutcome const& o) {
                   return has_tasks(o) ? std::optional(static_cast<double>(o.tasks)) : std::nullopt;
               }},
    Metric{.name = "first_start_median_s",
           .title = "first start (range)",
           .unit = "s",
           .form = MetricForm::endless,
           .formula = "median over the replicates of (start of the first task − submission)",
           .applies = jobs_of_tasks,
           .value = first_start_at<&SampleRange::median>,
           .low = "first_start_p5_s",
           .high = "first_start_p95_s",
           .has = has_tasks},
    duration_metric("first_start_p5_s",
                    "first start, 5 %",
                    "5 % quantile (nearest rank) of the same time",
                    jobs_of_tasks,
                    first_start_at<&SampleRange::low>),
    duration_metric("first_start_p95_s",
                    "first start, 95 %",
                    "95 % quantile (nearest rank) of the same time",
                    jobs_of_tasks,
                    first_start_at<&SampleRange::high>),
    Metric{.name = "eligible_wait_median_s",
           .title = "wait once eligible",
           .unit = "s",
           .form = MetricForm::endless,
           .formula = "median over the replicates of (start − the instant at which Slurm found the "
                      "job eligible: its conditions on other jobs fulfilled, its `begin` reached); "
                      "of several tasks, of their median",
           .applies = conditional_jobs,
           .value = eligible_wait_at<&SampleRange::median>,
           .low = "eligible_wait_p5_s",
           .high = "eligible_wait_p95_s",
           .has = may_wait_for_jobs},
    duration_metric("eligible_wait_p5_s",
                    "wait once eligible, 5 %",
                    "5 % quantile (nearest rank) of the same time",
                    conditional_jobs,
                    eligible_wait_at<&SampleRange::low>),
    duration_metric("eligible_wait_p95_s",
                    "wait once eligible, 95 %",
                    "95 % quantile (nearest rank) of the same time",
                    conditional_jobs,
                    eligible_wait_at<&SampleRange::high>),
    Metric{.name = "makespan_median_s",
           .title = "makespan (range)",
           .unit = "s",
           .form = MetricForm::endless,
           .formula = "median over the replicates of (end of the last task − submission)",
           .applies = tasks_or_conditional,
           .value = makespan_at<&SampleRange::median>,
           .low = "makespan_p5_s",
           .high = "makespan_p95_s",
           .has = has_makespan},
    duration_metric("makespan_p5_s",
                    "makespan, 5 %",
                    "5 % quantile (nearest rank) of the same time",
                    tasks_or_conditional,
                    makespan_at<&SampleRange::low>),
    duration_metric("makespan_p95_s",
                    "makespan, 95 %",
                    "95 % quantile (nearest rank) of the same time",
                    tasks_or_conditional,
                    makespan_at<&SampleRange::high>),
};

}  // namespace

std::span<Metric const> task_metrics() {
    return task_table;
}

}  // namespace clustersim
