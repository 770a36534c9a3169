// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"
#include "sim/slurm/site/node_set.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// Slurm weighs a node anew for each job that it tries to start there, and each test of a job with
/// GRES lowers the weight by the GPUs found near free cores (spec 6.2.3). An estimate of backfill
/// weighs nothing anew: for a job without GRES the nodes weigh what was left (observed). Kept only
/// once such a job may have nodes with devices.
[[nodiscard]] bool has_devices(SelectScratch const& scratch, NodeSet const& nodes);
void keep_near(SelectScratch& scratch);

/// Whether a test of the request leaves weights behind.
[[nodiscard]] bool leaves_near(SelectScratch const& scratch, ResourceRequest const& request);
/// Whether the request is weighed by what others left.
[[nodiscard]] bool weighs_by_left(SelectScratch const& scratch, ResourceRequest const& request);

/// The nodes weigh what their records say.
void forget_near(SelectScratch& scratch, NodeSet const& nodes);

/// Notes what one test of the request finds near free cores of each node. False, and nothing noted,
/// if there are fewer nodes to look into than it needs.
bool note_near(Market market, NodeSet const& nodes);

}  // namespace clustersim::slurm
