// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/report/table_cells.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace clustersim {

/// A share for a cell: 0.873 is "87.3 %".
std::string percent(double share);
/// The same with its sign: 0.05 is "+5.0 %".
std::string signed_percent(double share);

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
