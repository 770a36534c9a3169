// SPDX-License-Identifier: Apache-2.0
#include "sim/core/csv.hpp"

#include "sim/core/ascii.hpp"

#include <charconv>
#include <system_error>

namespace clustersim {
namespace {

/// Whether a spreadsheet would compute the cell, or the quotes in front of it hide that it would. A number with its sign
/// is none, nor is a sign alone.
bool is_formula(std::string_view text) {
    auto const start = text.find_first_not_of('\'');
    if (start == std::string_view::npos) return false;
    text.remove_prefix(start);
    if (std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos) return false;
    if (start > 0 || text.front() == '=' || text.front() == '@') return true;
    std::string_view const rest = text.substr(1);
    if (rest.empty()) return false;
    double value = 0.0;
    auto const [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    bool const number = error == std::errc{} && end == rest.data() + rest.size() && rest[0] != '-';
    return !number;
}

/// Takes a cell off `text`, up to the comma or the line end after it; false when a quote in it stays open.
bool take_cell(std::string_view& text, CsvCell& cell) {
    bool quoted = false;
    std::size_t at = 0;
    std::size_t kept = 0;  // up to the last character that is not a blank outside quotes
    for (; at < text.size(); ++at) {
        char const c = text[at];
        if (!quoted && (c == ',' || c == '\n')) break;
        if (c == '"' && quoted && at + 1 < text.size() && text[at + 1] == '"') {
            cell.text += text[++at];
        } else if (c == '"') {
            quoted = !quoted;
        } else if (bool const blank = !quoted && (c == ' ' || c == '\t' || c == '\r');
                   !blank || !cell.text.empty()) {
            cell.text += c;
            if (blank) continue;
        } else {
            continue;
        }
        kept = cell.text.size();
    }
    cell.text.resize(kept);
    if (cell.text.starts_with('\'') && is_formula(cell.text)) cell.text.erase(0, 1);
    std::string_view const part = trimmed(text.substr(0, at));
    cell.where = part.empty() ? text.substr(0, 0) : part;
    text.remove_prefix(at);
    return !quoted;
}

}  // namespace

CsvRecord take_csv_record(std::string_view& text) {
    CsvRecord record;
    record.cells.reserve(16);
    while (true) {
        record.open = !take_cell(text, record.cells.emplace_back());
        if (text.empty()) return record;
        bool const more = text.front() == ',';
        text.remove_prefix(1);
        if (!more) return record;
    }
}

std::vector<CsvCell> csv_cells(std::string_view line) {
    return take_csv_record(line).cells;
}

std::string csv_cell(std::string_view text) {
    // A quote in front, which take_cell() takes off, keeps a spreadsheet from computing the cell.
    std::string cell = (is_formula(text) ? "'" : "") + std::string(text);
    bool const plain = cell.find_first_of(",\"\r\n") == std::string_view::npos;
    // Readers remove blanks around a cell, but not within quotes.
    if (plain && trimmed(cell).size() == cell.size()) return cell;
    std::string out = "\"";
    for (char const c : cell) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

}  // namespace clustersim
