// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/table.hpp"

#include <cstddef>
#include <vector>

namespace clustersim {

/// Folds a table that is wider than `width` columns of a terminal: several tables of the same rows, each beginning with
/// the first `keys` columns. A column that does not fit beside the keys has a table of its own.
std::vector<Table> folded(Table const& table, std::size_t keys, std::size_t width);

}  // namespace clustersim
