// SPDX-License-Identifier: Apache-2.0
#include "sim/study/metric_families.hpp"

#include <array>

namespace clustersim {
namespace {

using Maybe = std::optional<double>;

/// The time that P percent of the batches do not exceed; nothing if no batches were sampled.
template <int P>
Maybe batch_time(JobOutcome const& outcome) {
    if (!outcome.batches) return std::nullopt;
    return batch_quantile(outcome.batches->ascending, P / 100.0).si();
}

constexpr std::string_view sampled =
    "training jobs under `network: flow`, `flow+background` or `flow+reacting`";

constexpr std::array batch_table{
    duration_metric("batch_quiet_s",
                    "undisturbed",
                    "mean over the replicates of the step time without other traffic",
                    sampled,
                    [](JobOutcome const& o) {
                        return o.batches ? Maybe(o.batches->quiet.si()) : std::nullopt;
                    }),
    duration_metric("batch_median_s",
                    "batch, median",
                    "time that half of the batches do not exceed",
                    sampled,
                    batch_time<50>),
    duration_metric("batch_p95_s",
                    "batch, 95 %",
                    "time that 95 % of the batches do not exceed",
                    sampled,
                    batch_time<95>),
    duration_metric("batch_p99_s",
                    "batch, 99 %",
                    "time that 99 % of the batches do not exceed",
                    sampled,
                    batch_time<99>),
    Metric{.name = "batch_elbow",
           .title = "batches before the elbow",
           .form = MetricForm::percent,
           .formula = "share of the batches up to the bend of their cumulative distribution; 1 "
                      "without a tail",
           .applies = sampled,
           .value =
               [](JobOutcome const& o) {
                   return o.batches ? Maybe(o.batches->elbow.share) : std::nullopt;
               }},
};

}  // namespace

std::span<Metric const> batch_metrics() {
    return batch_table;
}

}  // namespace clustersim
