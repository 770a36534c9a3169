// SPDX-License-Identifier: Apache-2.0
#include "sim/report/table.hpp"

#include "sim/core/csv.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/printable.hpp"
#include "sim/core/text_width.hpp"
#include "sim/report/fitted_table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The table with `shown` applied to every cell.
Table with_cells(Table table, std::string (*shown)(std::string_view)) {
    for (Table::Column& column : table.columns) column.title = shown(column.title);
    for (auto& row : table.rows)
        for (std::string& cell : row) cell = shown(cell);
    return table;
}

std::string pad(std::string_view text, std::size_t to, bool right) {
    std::string const space(to - std::min(to, text_width(text)), ' ');
    return right ? space + std::string(text) : std::string(text) + space;
}

std::string joined(std::vector<std::string> const& cells, std::string_view between) {
    std::string line;
    for (std::string const& cell : cells) {
        if (!line.empty()) line += between;
        line += cell;
    }
    return line;
}

std::string csv_line(std::vector<std::string> const& cells) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i > 0) line += ',';
        line += csv_cell(cells[i]);
    }
    return line + "\n";
}

std::vector<std::string> titles(Table const& table) {
    std::vector<std::string> out;
    for (Table::Column const& column : table.columns) out.push_back(column.title);
    return out;
}

std::vector<std::string> padded(Table const& table,
                                std::vector<std::string> const& row,
                                std::vector<std::size_t> const& to) {
    std::vector<std::string> out;
    for (std::size_t c = 0; c < row.size(); ++c)
        out.push_back(pad(row[c], to[c], table.columns[c].right));
    return out;
}

std::string without_trailing_space(std::string line) {
    while (line.ends_with(' ')) line.pop_back();
    return line;
}

}  // namespace

std::string to_plain(Table const& table) {
    Table const shown = with_cells(table, printable_line);
    auto const to = column_widths(shown);
    std::string out = without_trailing_space(joined(padded(shown, titles(shown), to), "  ")) + "\n";
    for (auto const& row : shown.rows)
        out += without_trailing_space(joined(padded(shown, row, to), "  ")) + "\n";
    return out;
}

std::string to_plain(Table const& table, std::size_t width) {
    std::string out;
    for (Table const& part : fitted(with_cells(table, printable_line), width))
        out += (out.empty() ? "" : "\n") + to_plain(part);
    return out;
}

std::string percent(double share) {
    return fmt::format("{:.1f} %", share * 100.0);
}

std::string signed_percent(double share) {
    return fmt::format("{:+.1f} %", share * 100.0);
}

std::string markdown_text(std::string_view text) {
    std::string out;
    for (char const c : printable_line(text)) {
        switch (c) {
            case '|': out += "\\|"; break;
            case '`': out += "\\`"; break;
            case '<': out += "&lt;"; break;
            case '&': out += "&amp;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string to_markdown(Table const& table) {
    Table const shown = with_cells(table, markdown_text);
    auto const to = column_widths(shown);
    std::string out = "| " + joined(padded(shown, titles(shown), to), " | ") + " |\n|";
    for (std::size_t c = 0; c < shown.columns.size(); ++c)
        out += std::string(to[c] + 1, '-') + (shown.columns[c].right ? ":|" : "-|");
    out += "\n";
    for (auto const& row : shown.rows) out += "| " + joined(padded(shown, row, to), " | ") + " |\n";
    return out;
}

std::string latex_text(std::string_view text) {
    std::string out;
    for (char const c : printable_line(text)) {
        switch (c) {
            case '\\': out += "\\textbackslash{}"; break;
            case '~': out += "\\textasciitilde{}"; break;
            case '^': out += "\\textasciicircum{}"; break;
            case '&':
            case '%':
            case '$':
            case '#':
            case '_':
            case '{':
            case '}': out += std::string("\\") + c; break;
            default: out += c;
        }
    }
    return out;
}

std::string to_latex(Table const& table) {
    Table const shown = with_cells(table, latex_text);
    auto const to = column_widths(shown);
    std::string columns;
    for (Table::Column const& column : shown.columns) columns += column.right ? 'r' : 'l';
    auto const line = [&](std::vector<std::string> const& cells) {
        return joined(padded(shown, cells, to), " & ") + " \\\\\n";
    };
    std::string out =
        "\\begin{tabular}{" + columns + "}\n\\toprule\n" + line(titles(shown)) + "\\midrule\n";
    for (auto const& row : shown.rows) out += line(row);
    return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string to_csv(Table const& table) {
    std::string out = csv_line(titles(table));
    for (auto const& row : table.rows) out += csv_line(row);
    return out;
}

std::string to_text(Table const& table, Format format) {
    switch (format) {
        case Format::table: return to_plain(table, format.width);
        case Format::csv: return to_csv(table);
        case Format::markdown: return to_markdown(table);
        case Format::latex: return to_latex(table);
        case Format::json: break;
    }
    CS_ENSURE(false, "JSON has no tables");
}

std::string heading_mark(int level, Format format) {
    return format == Format::markdown ? std::string(static_cast<std::size_t>(level), '#') + " "
                                      : "";
}

std::string heading_gap(Format format) {
    return format == Format::markdown ? "\n" : "";
}

std::string text_in(std::string_view text, Format format) {
    if (format == Format::latex) return latex_text(text);
    return format == Format::markdown ? markdown_text(text) : printable_line(text);
}

std::string paragraphs(std::string_view text, Format format) {
    if (format != Format::latex) return std::string(text);
    std::string out;
    while (!text.empty()) {
        std::string line(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        // Four blanks continue the line before.
        while (text.starts_with("    ")) {
            std::string_view const more = text.substr(0, text.find('\n'));
            line += more.substr(3);
            text.remove_prefix(std::min(text.size(), more.size() + 1));
        }
        if (!line.empty()) out += "\n" + latex_text(line) + "\n";
    }
    return out;
}

std::string emphasized(std::string const& title, Format format) {
    if (format == Format::latex) return "\\textbf{" + latex_text(title) + "}";
    return format == Format::markdown ? "**" + markdown_text(title) + "**" : title;
}

}  // namespace clustersim
