// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <vector>

namespace clustersim {

/// Fills the scaling efficiencies of training jobs whose node count is swept.
///
/// e(n) = T(n) / T(n_min), T the throughput per device (EPICURE best-practice guide, chapter 5: the same for weak and
/// strong scaling), n_min the fewest nodes among the variants that are otherwise equal. Per epoch: e(n) = n_min
/// t_ep(n_min) / (n t_ep(n)), t_ep the time of a whole epoch.
void add_efficiencies(std::vector<RunAnswer>& runs);

}  // namespace clustersim
