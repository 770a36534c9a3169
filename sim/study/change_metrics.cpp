// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"

#include <array>

namespace clustersim {
namespace {

using MaybeChange = std::optional<double>;

template <auto Member>
MaybeChange change_in(JobOutcome const& outcome) {
    auto const& change = outcome.*Member;
    return change ? MaybeChange(change->value) : std::nullopt;
}

/// An end of the 95 % interval: below for Sign = -1, above for +1.
template <auto Member, int Sign>
MaybeChange end_of(JobOutcome const& outcome) {
    auto const& change = outcome.*Member;
    if (!change || !change->half_width) return std::nullopt;
    return change->value + Sign * *change->half_width;
}

constexpr std::string_view later_runs =
    "runs of a sweep after the first, with `show: {differences: true}`";
constexpr std::string_view later_queues =
    "runs of a sweep after the first, with `show: {differences: true, whole-queue: true}`";
constexpr std::string_view low_end =
    "lower end of its 95 % interval: Student's t over the differences of the replicates";
constexpr std::string_view low_of_queue =
    "lower end of its 95 % interval (jackknife over the replicates)";
constexpr std::string_view high_end = "upper end of the same interval";

constexpr Metric change_metric(std::string_view name,
                               std::string_view title,
                               std::string_view formula,
                               std::string_view applies,
                               MaybeChange (*value)(JobOutcome const&)) {
    bool const time = name.ends_with("_s");
    return {.name = name,
            .title = title,
            .unit = time ? "s" : "1",
            .form = time ? MetricForm::duration : MetricForm::number,
            .formula = formula,
            .applies = applies,
            .value = value};
}

constexpr auto of_wait = &JobOutcome::wait_change;
constexpr auto of_turnaround = &JobOutcome::turnaround_change;
constexpr auto of_queue_wait = &JobOutcome::queue_wait_change;
constexpr auto of_queue_slowdown = &JobOutcome::queue_slowdown_change;

constexpr std::array change_table{
    change_metric("wait_change_s",
                  "change of the wait",
                  "mean over the replicates of the wait less that of the same job in the first run "
                  "of the sweep",
                  later_runs,
                  change_in<of_wait>),
    change_metric("wait_change_low_s", "its low end", low_end, later_runs, end_of<of_wait, -1>),
    change_metric("wait_change_high_s", "its high end", high_end, later_runs, end_of<of_wait, 1>),
    change_metric("turnaround_change_s",
                  "change of the turnaround",
                  "the same of the time from the submission to the last end",
                  later_runs,
                  change_in<of_turnaround>),
    change_metric(
        "turnaround_change_low_s", "its low end", low_end, later_runs, end_of<of_turnaround, -1>),
    change_metric(
        "turnaround_change_high_s", "its high end", high_end, later_runs, end_of<of_turnaround, 1>),
    change_metric("queue_wait_change_s",
                  "change of the mean wait of all jobs",
                  "queue_wait_mean_s less that of the first run of the sweep",
                  later_queues,
                  change_in<of_queue_wait>),
    change_metric("queue_wait_change_low_s",
                  "its low end",
                  low_of_queue,
                  later_queues,
                  end_of<of_queue_wait, -1>),
    change_metric("queue_wait_change_high_s",
                  "its high end",
                  high_end,
                  later_queues,
                  end_of<of_queue_wait, 1>),
    change_metric("queue_slowdown_change",
                  "change of the mean bounded slowdown",
                  "queue_slowdown_mean less that of the first run of the sweep",
                  later_queues,
                  change_in<of_queue_slowdown>),
    change_metric("queue_slowdown_change_low",
                  "its low end",
                  low_of_queue,
                  later_queues,
                  end_of<of_queue_slowdown, -1>),
    change_metric("queue_slowdown_change_high",
                  "its high end",
                  high_end,
                  later_queues,
                  end_of<of_queue_slowdown, 1>),
};

}  // namespace

std::span<Metric const> change_metrics() {
    return change_table;
}

}  // namespace clustersim
