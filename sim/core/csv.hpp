// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A cell of a record of comma-separated values.
struct CsvCell {
    std::string text;        ///< without quotes, and without the blanks around what is not quoted
    std::string_view where;  ///< its part of the source, without the blanks around it
};

struct CsvRecord {
    std::vector<CsvCell> cells;  ///< at least one
    bool open = false;           ///< a quote that nothing closes
};

/// Takes the first record and the line end after it off `text`. Cells may stand in double quotes, in which commas and
/// line breaks are text and two quotes are one (RFC 4180).
CsvRecord take_csv_record(std::string_view& text);

/// The cells of a line, given without its end.
std::vector<CsvCell> csv_cells(std::string_view line);

/// The text as a cell, in quotes where it needs them. A text that a spreadsheet would compute as a formula gets a `'` in
/// front, which reading a cell takes off again.
std::string csv_cell(std::string_view text);

}  // namespace clustersim
