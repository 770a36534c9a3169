// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <vector>

namespace clustersim {

/// Fills the scaling efficiencies of jobs with an application whose node count is swept.
///
/// e(n) = T(n) / T(n_min), T the throughput per device (EPICURE best-practice guide, chapter 5: the same for weak and
/// strong scaling), n_min the fewest nodes among the variants that are otherwise equal. Per epoch: e(n) = n_min
/// t_ep(n_min) / (n t_ep(n)), t_ep the time of a whole epoch. For an application that is not trained, T is the work of a
/// step over its time and its nodes.
void add_efficiencies(std::vector<RunAnswer>& runs);

}  // namespace clustersim
