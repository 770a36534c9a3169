// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {

/// A table of formatted texts, for all text formats.
struct Table {
    struct Column {
        std::string title;
        bool right = true;  ///< numbers are right-aligned, names left-aligned
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    /// Columns that name the row and begin every part of a folded table; nothing: the first that differ between rows.
    std::optional<std::size_t> keys{};

    /// Adds a column; its cells are added row by row.
    void add_column(std::string title, bool right = true) {
        columns.push_back({std::move(title), right});
    }
};

/// Removes the columns whose cells are all `empty`. A table without rows keeps its columns.
void drop_columns_of(Table& table, std::string_view empty);

/// Blanks between two columns of to_plain().
constexpr std::size_t column_gap = 2;

/// The widths of the columns on screen, in characters.
std::vector<std::size_t> column_widths(Table const& table);

}  // namespace clustersim
