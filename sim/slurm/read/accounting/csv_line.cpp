// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/accounting/csv_line.hpp"

namespace clustersim::slurm {

std::vector<CsvCell> csv_cells(std::string_view line) {
    std::vector<CsvCell> cells;
    std::size_t begin = 0;
    while (true) {
        CsvCell cell;
        bool quoted = false;
        std::size_t at = begin;
        for (; at < line.size() && (quoted || line[at] != ','); ++at) {
            if (line[at] != '"') {
                cell.text += line[at];
            } else if (quoted && at + 1 < line.size() && line[at + 1] == '"') {
                cell.text += line[++at];
            } else {
                quoted = !quoted;
            }
        }
        cell.where = line.substr(begin, at - begin);
        cells.push_back(std::move(cell));
        if (at >= line.size()) {
            return cells;
        }
        begin = at + 1;
    }
}

std::string csv_cell(std::string_view text) {
    if (text.find_first_of(",\"\n\r") == std::string_view::npos) {
        return std::string(text);
    }
    std::string out = "\"";
    for (char const c : text) {
        // One line is one row: a line break inside a cell becomes a blank.
        out += c == '"' ? "\"\"" : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
    }
    return out + "\"";
}

}  // namespace clustersim::slurm
