// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table_cells.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// Folds a table that is wider than `width` characters: several tables of the same rows, each beginning with the key
/// columns. A column that does not fit beside the keys has a table of its own.
std::vector<Table> folded(Table const& table, std::size_t width);

/// Characters of a table that fits on a screen of 1,280 pixels.
inline constexpr std::size_t screen_width = 125;

/// The same if the columns have these widths.
std::vector<Table>
folded(Table const& table, std::vector<std::size_t> const& widths, std::size_t width);

}  // namespace clustersim
