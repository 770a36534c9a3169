// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/market.hpp"
#include "sim/slurm/select/select_mode.hpp"

namespace clustersim::slurm {

/// `general`: the fast algorithm does not apply; use the general one.
enum class FastAnswer { found, none, general };

/// The result of the fast algorithm: a number of usable nodes with identical offers.
struct EqualNodes {
    FastAnswer answer = FastAnswer::general;
    std::int32_t wanted = 0;
    NodeOffer offer;
};

/// The choice of consecutive runs (spec 6.7) if every usable node is idle, all offers are equal and
/// the job takes the whole offer: then only the lengths of runs of bits matter.
EqualNodes find_equal_nodes(Market const& market, SelectMode mode);

/// Chooses `wanted` of equal nodes; the result, in `scratch.chosen`, is that of the general
/// algorithm.
void choose_equal_nodes(SelectScratch& scratch, NodeSet const& nodes, std::int32_t wanted);

/// Fills in the picks of a job that shares its nodes: all of this offer from each of the chosen nodes.
void pick_chosen(SelectScratch& scratch, NodeOffer const& offer);

}  // namespace clustersim::slurm
