// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/evaluation.hpp"
#include "sim/slurm/site/release.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Chooses among leaf switches of topology/tree (spec 6.9.1 to 6.9.5), or with `dragonfly` as that
/// parameter requires (spec 6.9.7). Returns true if the job has all it needs.
bool choose_in_tree(Evaluation& evaluation, bool dragonfly, Release release);

/// Number of leaf switches above the picked nodes; a node without a switch counts as one.
std::int32_t count_leaves(SelectScratch& scratch);

}  // namespace clustersim::slurm
