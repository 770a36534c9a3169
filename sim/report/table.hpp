// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

/// A share for a cell: 0.873 is "87.3 %".
std::string percent(double share);
/// The same with its sign: 0.05 is "+5.0 %".
std::string signed_percent(double share);

/// Removes the columns whose cells are all `empty`. A table without rows keeps its columns.
void drop_columns_of(Table& table, std::string_view empty);

/// Blanks between two columns of to_plain().
constexpr std::size_t column_gap = 2;

/// The widths of the columns on screen, in characters.
std::vector<std::size_t> column_widths(Table const& table);

/// The table in a text format (not JSON). On a terminal it is folded to the width of the format.
std::string to_text(Table const& table, Format format);
/// The prefix of a heading: "## " in Markdown.
std::string heading_mark(int level, Format format);
/// A text from an input, safe to print in that format: without control characters, and escaped in Markdown.
std::string text_in(std::string_view text, Format format);
/// A title inside a text.
std::string emphasized(std::string const& title, Format format);
/// Lines of text for a document: in LaTeX escaped, with an empty line before each.
std::string paragraphs(std::string_view text, Format format);
/// The text after a heading.
std::string heading_gap(Format format);

/// Columns aligned with spaces, for a terminal, however wide.
std::string to_plain(Table const& table);
/// The same in lines of at most `width` characters, if the table is not made of long words.
std::string to_plain(Table const& table, std::size_t width);
/// A GitHub-flavoured Markdown table.
std::string to_markdown(Table const& table);
/// A LaTeX table in the style of the package booktabs.
std::string to_latex(Table const& table);
/// A text without LaTeX's special characters.
std::string latex_text(std::string_view text);
/// A name or title escaped for Markdown, so that no part of it acts as markup of tables, code or HTML.
std::string markdown_text(std::string_view text);
/// RFC 4180: a cell is quoted if it holds a comma, a quote or a line break.
std::string to_csv(Table const& table);

}  // namespace clustersim
