// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// A cell of a comma-separated line, and the part of the line in which it stands.
struct CsvCell {
    std::string text;
    std::string_view where;
};

/// Splits a line; cells may stand in double quotes, in which two of them are one (RFC 4180, without
/// line breaks inside cells).
std::vector<CsvCell> csv_cells(std::string_view line);

/// The text as a cell, in quotes where it needs them.
std::string csv_cell(std::string_view text);

}  // namespace clustersim::slurm
