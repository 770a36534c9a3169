// SPDX-License-Identifier: Apache-2.0
#include "sim/report/named_rows.hpp"

#include <fmt/format.h>

#include <utility>

namespace clustersim {

Table named_rows(std::string title, std::span<AnswerRow const> rows) {
    Table table;
    table.add_column(std::move(title), false);
    for (auto const& [run, outcome] : rows)
        table.rows.push_back(
            {run->label.empty() ? outcome->job : fmt::format("{}, {}", outcome->job, run->label)});
    return table;
}

}  // namespace clustersim
