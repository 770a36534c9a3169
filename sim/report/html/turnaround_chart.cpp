// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/turnaround_chart.hpp"

#include <algorithm>

namespace clustersim {

std::optional<BarChart> turnaround_chart(std::span<AnswerRow const> rows,
                                         std::span<std::string const> names,
                                         TurnaroundOf of) {
    constexpr std::size_t drawn_jobs = 40;
    BarChart chart;
    chart.title = "Wait + run = turnaround";
    chart.note =
        of == TurnaroundOf::median
            ? "Medians; the line is the turnaround from 5 to 95 %."
            : "The wait is the shortest of the replicates (5 %), since no evidence says which is "
              "usual; the line is the turnaround from 5 to 95 %.";
    chart.unit = "s";
    chart.by = "job";
    chart.stacked = true;
    chart.numbers = true;
    BarSeries wait{"wait", {}, {}, {}};
    BarSeries run{"run", {}, {}, {}};
    for (std::size_t i = 0; i < std::min(rows.size(), drawn_jobs); ++i) {
        auto const parts = turnaround_parts(*rows[i].outcome, of);
        if (!parts) continue;
        chart.categories.push_back(names[i]);
        wait.values.emplace_back(parts->wait);
        run.values.emplace_back(parts->run);
        chart.low.emplace_back(parts->low);
        chart.high.emplace_back(parts->high);
    }
    if (chart.categories.empty()) return std::nullopt;
    chart.series = {std::move(wait), std::move(run)};
    return chart;
}

}  // namespace clustersim
