// SPDX-License-Identifier: Apache-2.0
#include "sim/core/csv.hpp"

#include "sim/core/ascii.hpp"

namespace clustersim {
namespace {

/// Removes a cell from the start of `text`, up to the next comma or line end; false if a quote in it is
/// not closed.
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
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string out = "\"";
    for (char const c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + "\"";
}

}  // namespace clustersim
