// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/market.hpp"
#include "sim/slurm/select/select_mode.hpp"

namespace clustersim::slurm {

/// True if far devices could still be used after near ones proved insufficient (spec 6.10.9).
bool binding_matters(Market const& market);

/// Chooses among the cores that `market.rows` permits.
bool select_in_rows(Market& market, SelectScratch& scratch, SelectMode mode);

}  // namespace clustersim::slurm
