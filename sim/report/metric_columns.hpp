// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"
#include "sim/study/metric.hpp"
#include "sim/study/study.hpp"

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A job of a run: what one row of a table is about.
struct AnswerRow {
    RunAnswer const* run = nullptr;
    JobOutcome const* outcome = nullptr;
};

/// Every job of every run, in their order. The study outlives the rows.
std::vector<AnswerRow> answer_rows(Study const& study);

/// What stands where a metric does not apply.
constexpr std::string_view not_applicable = "–";

/// Adds the column of a metric to a table that has a row for each of `rows`; nothing if the metric
/// applies to none of them. What the rows count in stands in the title where all count in the same
/// (GPU-h), else in the cells (512 GPU-h, 1,024 GCD-h).
void add_metric_column(Table& table, Metric const& metric, std::span<AnswerRow const> rows);
void add_metric_columns(Table& table,
                        std::initializer_list<std::string_view> metrics,
                        std::span<AnswerRow const> rows);

/// Says what the units mean that not every machine has.
std::string unit_notes(std::span<AnswerRow const> rows);

}  // namespace clustersim
