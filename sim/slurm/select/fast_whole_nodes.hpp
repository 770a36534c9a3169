// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"
#include "sim/slurm/select/select_nodes.hpp"

namespace clustersim::slurm {

/// `general` says that the short way does not apply; the answer of the long one is then needed.
enum class FastAnswer { found, none, general };

/// What the short way says: so many of the usable nodes, which all offer the same.
struct EqualNodes {
    FastAnswer answer = FastAnswer::general;
    std::int32_t wanted = 0;
    NodeOffer offer;
};

/// The choice over consecutive runs (spec 6.7) when every usable node is idle and offers the same,
/// and the job takes all that a node offers: then nothing but the lengths of runs of bits counts.
EqualNodes find_equal_nodes(Market const& market, SelectMode mode);

/// Chooses so many of equal nodes; the result, in `scratch.chosen`, is that of the general way.
void choose_equal_nodes(SelectScratch& scratch, NodeSet const& nodes, std::int32_t wanted);

/// The same of the usable nodes, with the picks that a job needs which shares its nodes.
void pick_equal_nodes(SelectScratch& scratch, EqualNodes const& equal);

}  // namespace clustersim::slurm
