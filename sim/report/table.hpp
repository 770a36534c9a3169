// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A table of finished texts that every text format shares.
struct Table {
    struct Column {
        std::string title;
        bool right = true;  ///< numbers stand right, names left
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;

    /// Adds a column; its cells are added row by row.
    void add_column(std::string title, bool right = true) {
        columns.push_back({std::move(title), right});
    }
};

/// A share for a cell: 0.873 is "87.3 %".
std::string percent(double share);

/// Takes out the columns in which every cell is `empty`; a table without rows keeps its columns.
void drop_columns_of(Table& table, std::string_view empty);

/// The table in a text format; a document such as JSON is not made of tables.
std::string to_text(Table const& table, Format format);
/// What stands before the text of a heading: "## " in Markdown.
std::string heading_mark(int level, Format format);
/// A text of an input inside a text in that format: without control characters, escaped in Markdown.
std::string text_in(std::string_view text, Format format);
/// A title inside a text.
std::string emphasized(std::string const& title, Format format);
/// What a heading needs after its line.
std::string heading_gap(Format format);

/// Columns aligned with spaces, for a terminal.
std::string to_plain(Table const& table);
/// A GitHub-flavoured Markdown table.
std::string to_markdown(Table const& table);
/// RFC 4180: quoted where a cell holds a comma, a quote or a line break.
/// A name or a title within Markdown: nothing of it is taken for markup of tables, code or HTML.
std::string markdown_text(std::string_view text);
std::string to_csv(Table const& table);

}  // namespace clustersim
