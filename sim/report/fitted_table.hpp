// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table_cells.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// The table as parts of at most `width` characters: columns of long texts become narrower, their cells go on in the
/// lines below, and what is still too wide is folded. Numbers and short names are never broken.
std::vector<Table> fitted(Table const& table, std::size_t width);

}  // namespace clustersim
