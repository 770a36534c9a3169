// SPDX-License-Identifier: Apache-2.0
#include "sim/report/fitted_table.hpp"

#include "sim/core/text_width.hpp"
#include "sim/report/folded_table.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// A narrower column of text is hard to read.
constexpr std::size_t narrow = 24;
/// A longer word, such as a hostile name, may be broken.
constexpr std::size_t long_word = 40;

/// The width that column `c` needs if its texts are wrapped.
std::size_t least_width(Table const& table, std::size_t c, std::size_t natural) {
    // A longer cell in a column of numbers is a text among them.
    if (natural <= (table.columns[c].right ? long_word : narrow)) return natural;
    std::size_t word = std::max(narrow, longest_word(table.columns[c].title));
    for (auto const& row : table.rows) word = std::max(word, longest_word(row[c]));
    return std::min({word, long_word, natural});
}

std::vector<std::size_t> least_widths(Table const& table) {
    std::vector<std::size_t> widths = column_widths(table);
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = least_width(table, c, widths[c]);
    return widths;
}

/// The widths of a part's columns: what its texts do not need of the line goes to its columns in turn.
std::vector<std::size_t> shared_out(Table const& part, std::size_t width) {
    std::vector<std::size_t> const natural = column_widths(part);
    std::vector<std::size_t> widths = least_widths(part);
    std::size_t used = column_gap * (widths.size() - 1);
    for (std::size_t const one : widths) used += one;
    std::size_t spare = width - std::min(width, used);
    for (std::size_t c = 0; c < widths.size(); ++c) {
        std::size_t const more = std::min(spare, natural[c] - widths[c]);
        widths[c] += more;
        spare -= more;
    }
    return widths;
}

/// The rows as lines of at most these widths.
std::vector<std::vector<std::string>> wrapped_row(std::vector<std::string> const& row,
                                                  std::vector<std::size_t> const& widths) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t c = 0; c < row.size(); ++c) {
        auto const parts = wrapped_text(row[c], widths[c]);
        while (lines.size() < parts.size()) lines.emplace_back(row.size());
        for (std::size_t i = 0; i < parts.size(); ++i) lines[i][c] = parts[i];
    }
    return lines;
}

Table wrapped(Table const& part, std::size_t width) {
    std::vector<std::size_t> const widths = shared_out(part, width);
    Table out = part;
    out.rows.clear();
    for (auto const& row : part.rows)
        for (auto& line : wrapped_row(row, widths)) out.rows.push_back(std::move(line));
    return out;
}

}  // namespace

std::vector<Table> fitted(Table const& table, std::size_t width) {
    if (table.columns.empty()) return {table};
    std::vector<Table> parts = folded(table, least_widths(table), width);
    for (Table& part : parts) part = wrapped(part, width);
    return parts;
}

}  // namespace clustersim
