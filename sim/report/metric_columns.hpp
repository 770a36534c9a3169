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

/// One row of a table: a job of a run.
struct AnswerRow {
    RunAnswer const* run = nullptr;
    JobOutcome const* outcome = nullptr;

    /// Of the job, if it names one, else of the run.
    [[nodiscard]] RunPlace const& place() const {
        return outcome->own_place ? *outcome->own_place : run->place;
    }
};

/// Every job of every run, in their order. The study must outlive the rows.
std::vector<AnswerRow> answer_rows(Study const& study);

/// The text of a cell to which the metric does not apply.
constexpr std::string_view not_applicable = "–";

/// Adds the column of a metric to a table that has a row for each of `rows`, unless the metric applies to none of them.
/// The unit is in the title if all rows have the same (GPU-h), else in the cells (512 GPU-h, 1,024 GCD-h).
void add_metric_column(Table& table, Metric const& metric, std::span<AnswerRow const> rows);
void add_metric_columns(Table& table,
                        std::initializer_list<std::string_view> metrics,
                        std::span<AnswerRow const> rows);

/// Explains the units that only some machines have.
std::string unit_notes(std::span<AnswerRow const> rows);

}  // namespace clustersim
