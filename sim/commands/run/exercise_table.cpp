// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/run/exercise_table.hpp"

#include "sim/report/metric_columns.hpp"
#include "sim/report/study_table.hpp"
#include "sim/study/metric_table.hpp"

#include <algorithm>
#include <string_view>

namespace clustersim {

Table exercise_table(Study const& study, std::vector<Expectation> const& expectations) {
    Table const shown = study_table(study);
    auto const rows = answer_rows(study);
    Table table;
    table.add_column("asked of", false);
    for (AnswerRow const& row : rows)
        table.rows.push_back(
            {row.outcome->job + (row.run->label.empty() ? "" : ", ") + row.run->label});
    for (Expectation const& expectation : expectations) {
        Metric const& metric = metric_named(expectation.metric);
        // The changes of a sweep and the whole queue have tables of their own.
        bool const elsewhere = metric.name.find("_change") != std::string_view::npos ||
                               metric.name.starts_with("queue_");
        auto const has = [&](Table const& of) {
            return std::ranges::any_of(of.columns, [&](Table::Column const& column) {
                return column.title == metric.title;
            });
        };
        if (!elsewhere && !has(shown) && !has(table)) add_metric_column(table, metric, rows);
    }
    if (table.columns.size() == 1) table.rows.clear();
    return table;
}

}  // namespace clustersim
