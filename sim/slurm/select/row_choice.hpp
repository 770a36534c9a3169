// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/market.hpp"
#include "sim/slurm/select/select_mode.hpp"

namespace clustersim::slurm {

/// Tries unused cores first; then, for a job that shares cores, one row of its partition after the
/// other (spec 6.4.4).
bool select_with_rows(Market& market, SelectScratch& scratch, SelectMode mode);

}  // namespace clustersim::slurm
