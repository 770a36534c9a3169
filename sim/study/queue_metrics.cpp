// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"
#include "sim/study/whole_queue.hpp"

#include <array>
#include <cstddef>

namespace clustersim {
namespace {

using MaybeOfQueue = std::optional<double>;

constexpr std::string_view observed_queues = "`show: {whole-queue: true}`";

template <auto Of>
MaybeOfQueue of_queue(JobOutcome const& outcome) {
    return outcome.queue ? MaybeOfQueue(Of(*outcome.queue)) : std::nullopt;
}

enum class End { value, low, high };

/// A mean of all jobs or one end of its 95 % interval.
template <auto Member, End Which>
MaybeOfQueue mean_of_all(JobOutcome const& outcome) {
    if (!outcome.queue || (outcome.queue->all.*Member).empty()) return std::nullopt;
    BlockedQuotient const& mean = outcome.queue->all.*Member;
    if (Which == End::value) return mean.value();
    auto const half = mean.half_width();
    if (!half) return std::nullopt;
    return Which == End::low ? mean.value() - *half : mean.value() + *half;
}

template <auto Member, std::size_t Class>
MaybeOfQueue mean_of_class(JobOutcome const& outcome) {
    if (!outcome.queue) return std::nullopt;
    BlockedQuotient const& mean = outcome.queue->classes.at(Class).*Member;
    return mean.empty() ? std::nullopt : MaybeOfQueue(mean.value());
}

constexpr auto queue_wait = &ClassWaits::wait;
constexpr auto queue_slowdown = &ClassWaits::slowdown;

constexpr Metric wait_metric(std::string_view name,
                             std::string_view title,
                             std::string_view formula,
                             MaybeOfQueue (*value)(JobOutcome const&)) {
    return duration_metric(name, title, formula, observed_queues, value);
}

constexpr Metric plain_metric(std::string_view name,
                              std::string_view title,
                              MetricForm form,
                              std::string_view formula,
                              MaybeOfQueue (*value)(JobOutcome const&)) {
    return {.name = name,
            .title = title,
            .form = form,
            .formula = formula,
            .applies = observed_queues,
            .value = value};
}

constexpr std::string_view of_class =
    "queue_wait_mean_s of the jobs from this number of nodes (GPUs if jobs share nodes) up to the "
    "next class";
constexpr std::string_view slowdown_of_class = "queue_slowdown_mean of the jobs of this size class";

constexpr Metric slowdown_metric(std::string_view name,
                                 std::string_view title,
                                 MaybeOfQueue (*value)(JobOutcome const&)) {
    return plain_metric(name, title, MetricForm::number, slowdown_of_class, value);
}

constexpr std::array queue_table{
    plain_metric("queue_jobs",
                 "jobs",
                 MetricForm::number,
                 "background jobs on the partition that are submitted in the window, mean of the "
                 "replicates; without the study's jobs",
                 of_queue<[](WholeQueue const& q) { return q.jobs; }>),
    plain_metric("queue_unstarted",
                 "not started",
                 MetricForm::count,
                 "jobs of all replicates that still wait four weeks after the last submission",
                 of_queue<[](WholeQueue const& q) { return static_cast<double>(q.unstarted); }>),
    wait_metric("queue_wait_mean_s",
                "mean wait of all jobs",
                "mean of start − submission over these jobs; of a requeued job, of its first start",
                mean_of_all<queue_wait, End::value>),
    wait_metric("queue_wait_low_s",
                "its low end",
                "lower end of its 95 % interval (jackknife over the replicates)",
                mean_of_all<queue_wait, End::low>),
    wait_metric("queue_wait_high_s",
                "its high end",
                "upper end of the same interval",
                mean_of_all<queue_wait, End::high>),
    wait_metric("queue_wait_1_s", "1 node", of_class, mean_of_class<queue_wait, 0>),
    wait_metric("queue_wait_2_s", "2-3 nodes", of_class, mean_of_class<queue_wait, 1>),
    wait_metric("queue_wait_4_s", "4-15 nodes", of_class, mean_of_class<queue_wait, 2>),
    wait_metric("queue_wait_16_s", "16-63 nodes", of_class, mean_of_class<queue_wait, 3>),
    wait_metric("queue_wait_64_s", "64-255 nodes", of_class, mean_of_class<queue_wait, 4>),
    wait_metric("queue_wait_256_s", "256 or more", of_class, mean_of_class<queue_wait, 5>),
    plain_metric("queue_slowdown_mean",
                 "mean bounded slowdown",
                 MetricForm::number,
                 "mean over these jobs of max(1, (wait + run) ÷ max(run, 10 s))",
                 mean_of_all<queue_slowdown, End::value>),
    plain_metric("queue_slowdown_low",
                 "its low end",
                 MetricForm::number,
                 "lower end of its 95 % interval (jackknife over the replicates)",
                 mean_of_all<queue_slowdown, End::low>),
    plain_metric("queue_slowdown_high",
                 "its high end",
                 MetricForm::number,
                 "upper end of the same interval",
                 mean_of_all<queue_slowdown, End::high>),
    slowdown_metric("queue_slowdown_1", "1 node", mean_of_class<queue_slowdown, 0>),
    slowdown_metric("queue_slowdown_2", "2-3 nodes", mean_of_class<queue_slowdown, 1>),
    slowdown_metric("queue_slowdown_4", "4-15 nodes", mean_of_class<queue_slowdown, 2>),
    slowdown_metric("queue_slowdown_16", "16-63 nodes", mean_of_class<queue_slowdown, 3>),
    slowdown_metric("queue_slowdown_64", "64-255 nodes", mean_of_class<queue_slowdown, 4>),
    slowdown_metric("queue_slowdown_256", "256 or more", mean_of_class<queue_slowdown, 5>),
    plain_metric("queue_utilisation",
                 "in use",
                 MetricForm::percent,
                 "units in use × time ÷ all units of the partition × time, within the window",
                 of_queue<[](WholeQueue const& q) { return q.utilisation.value(); }>),
};

}  // namespace

std::span<Metric const> queue_metrics() {
    return queue_table;
}

}  // namespace clustersim
