// SPDX-License-Identifier: Apache-2.0
#include "sim/report/folded_table.hpp"

#include <algorithm>
#include <numeric>

namespace clustersim {
namespace {

constexpr std::size_t gap = 2;  ///< between two columns of to_plain

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

std::vector<Table> folded(Table const& table, std::size_t keys, std::size_t width) {
    std::vector<std::size_t> const widths = column_widths(table);
    std::vector<std::size_t> chosen(std::min(keys, widths.size()));
    std::iota(chosen.begin(), chosen.end(), std::size_t{0});
    std::vector<std::size_t> const key_columns = chosen;
    auto const used = [&] {
        std::size_t sum = 0;
        for (std::size_t const c : chosen) sum += widths[c] + (sum > 0 ? gap : 0);
        return sum;
    };
    std::vector<Table> parts;
    for (std::size_t c = key_columns.size(); c < widths.size(); ++c) {
        bool const has_more = chosen.size() > key_columns.size();
        if (has_more && used() + gap + widths[c] > width) {
            parts.push_back(columns_of(table, chosen));
            chosen = key_columns;
        }
        chosen.push_back(c);
    }
    parts.push_back(columns_of(table, chosen));
    return parts;
}

}  // namespace clustersim
