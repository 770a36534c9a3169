// SPDX-License-Identifier: Apache-2.0
#include "sim/report/folded_table.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

namespace clustersim {
namespace {

/// The fewest columns at the left in which no two rows are equal; one if that takes more than a few.
std::size_t keys_of(Table const& table) {
    constexpr std::size_t most = 3;
    if (table.keys) return *table.keys;
    for (std::size_t keys = 1; keys <= std::min(most, table.columns.size()); ++keys) {
        std::set<std::vector<std::string>> names;
        for (auto const& row : table.rows)
            names.emplace(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(keys));
        if (names.size() == table.rows.size()) return keys;
    }
    return 1;
}

/// Removes the rows that say nothing but their keys.
void drop_empty_rows(Table& part, std::size_t keys) {
    std::erase_if(
        part.rows,
        [&](std::vector<std::string> const& row) {
            return std::all_of(
                row.begin() + static_cast<std::ptrdiff_t>(keys),
                row.end(),
                [](std::string const& cell) { return cell.empty(); });
        });
}

Table columns_of(Table const& table, std::vector<std::size_t> const& chosen) {
    Table out;
    out.rows.resize(table.rows.size());
    for (std::size_t const c : chosen) {
        out.columns.push_back(table.columns[c]);
        for (std::size_t r = 0; r < table.rows.size(); ++r) out.rows[r].push_back(table.rows[r][c]);
    }
    return out;
}

}  // namespace

std::vector<Table>
folded(Table const& table, std::vector<std::size_t> const& widths, std::size_t width) {
    std::vector<std::size_t> chosen(std::min(keys_of(table), widths.size()));
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    std::vector<std::size_t> const key_columns = chosen;
    auto const used = [&] {
        std::size_t sum = 0;
        for (std::size_t const c : chosen) sum += widths[c] + (sum > 0 ? column_gap : 0);
        return sum;
    };
    std::vector<Table> parts;
    for (std::size_t c = key_columns.size(); c < widths.size(); ++c) {
        bool const has_more = chosen.size() > key_columns.size();
        if (has_more && used() + column_gap + widths[c] > width) {
            parts.push_back(columns_of(table, chosen));
            chosen = key_columns;
        }
        chosen.push_back(c);
    }
    parts.push_back(columns_of(table, chosen));
    for (std::size_t i = 1; i < parts.size(); ++i) drop_empty_rows(parts[i], key_columns.size());
    return parts;
}

std::vector<Table> folded(Table const& table, std::size_t width) {
    return folded(table, column_widths(table), width);
}

}  // namespace clustersim
