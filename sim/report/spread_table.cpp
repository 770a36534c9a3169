// SPDX-License-Identifier: Apache-2.0
#include "sim/report/spread_table.hpp"

#include "sim/report/metric_columns.hpp"
#include "sim/report/named_rows.hpp"
#include "sim/study/turnaround.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace clustersim {
namespace {

bool has_several_sources(AnswerRow const& row) {
    TurnaroundSpread const spread = turnaround_spread(*row.outcome);
    std::array const widths{spread.queue, spread.model, spread.failures};
    return std::ranges::count_if(widths, [](std::optional<Duration> const& width) {
               return width.value_or(Duration{}) > Duration{};
           }) > 1;
}

std::vector<AnswerRow> rows_of_several_sources(Study const& study) {
    std::vector<AnswerRow> rows = answer_rows(study);
    std::erase_if(rows, [](AnswerRow const& row) { return !has_several_sources(row); });
    return rows;
}

}  // namespace

Table spread_table(Study const& study) {
    auto const rows = rows_of_several_sources(study);
    Table table = named_rows("range of", rows);
    add_metric_columns(
        table,
        {"turnaround_median_s", "queue_spread_s", "model_spread_s", "failure_spread_s"},
        rows);
    return table;
}

std::string spread_notes(Study const& study) {
    if (rows_of_several_sources(study).empty()) return "";
    return "Turnaround: from the submission to the end, 5 – 95 % over all sources; then the width "
           "of this range if "
           "only one source varies (docs/uncertainty.md).\n";
}

}  // namespace clustersim
