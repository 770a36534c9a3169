// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/market.hpp"
#include "sim/slurm/select/select_mode.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Slurm resets the weight of a node for each job that it tries to start there, and each test of a
/// job with GRES lowers the weight by the GPUs found near free cores (spec 6.2.3). A start estimate
/// of backfill does not reset weights: for a job without GRES it uses the weights left by earlier
/// tests (observed). They are kept only after such a job may have had nodes with devices.
[[nodiscard]] bool has_devices(SelectScratch const& scratch, NodeSet const& nodes);
void keep_near(SelectScratch& scratch);

/// True if a test of the request leaves changed weights.
[[nodiscard]] bool leaves_near(SelectScratch const& scratch, ResourceRequest const& request);
/// True if the request uses the weights left by earlier tests.
[[nodiscard]] bool weighs_by_left(SelectScratch const& scratch, ResourceRequest const& request);

/// True if weights that an attempt to start raised (SelectScratch::dearer) count in this test.
[[nodiscard]] bool dearer_counts(Market const& market, SelectMode mode);

/// Resets the weights of the nodes to those of their records.
void forget_near(SelectScratch& scratch, NodeSet const& nodes);

/// Records the GPUs that one test of the request finds near free cores of each node. Returns false
/// and records nothing if there are fewer nodes to test than the request needs.
bool note_near(Market market, NodeSet const& nodes);

}  // namespace clustersim::slurm
