// SPDX-License-Identifier: Apache-2.0
#include "sim/report/table_cells.hpp"

#include "sim/core/text_width.hpp"

#include <algorithm>

namespace clustersim {

std::vector<std::size_t> column_widths(Table const& table) {
    std::vector<std::size_t> out;
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        std::size_t widest = text_width(table.columns[c].title);
        for (auto const& row : table.rows) widest = std::max(widest, text_width(row[c]));
        out.push_back(widest);
    }
    return out;
}

void drop_columns_of(Table& table, std::string_view empty) {
    if (table.rows.empty()) return;
    for (std::size_t c = table.columns.size(); c-- > 0;) {
        if (!std::ranges::all_of(table.rows, [&](auto const& row) { return row[c] == empty; }))
            continue;
        auto const at = static_cast<std::ptrdiff_t>(c);
        table.columns.erase(table.columns.begin() + at);
        for (auto& row : table.rows) row.erase(row.begin() + at);
    }
}

}  // namespace clustersim
