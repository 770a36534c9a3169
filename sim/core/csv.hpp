// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// A cell of a record of comma-separated values.
struct CsvCell {
    std::string text;        ///< without quotes, and without blanks around unquoted text
    std::string_view where;  ///< its part of the source, without the blanks around it
};

struct CsvRecord {
    std::vector<CsvCell> cells;  ///< at least one
    bool open = false;           ///< whether a quote is not closed
};

/// Removes the first record and its line end from the start of `text`. Cells may be in double quotes, which may
/// contain commas and line breaks; two quotes inside stand for one (RFC 4180).
CsvRecord take_csv_record(std::string_view& text);

/// The cells of a line without its line end.
std::vector<CsvCell> csv_cells(std::string_view line);

/// The text as a cell, in quotes if necessary. A text that a spreadsheet would compute as a formula gets a leading
/// `'`, which reading a cell removes again.
std::string csv_cell(std::string_view text);

}  // namespace clustersim
