// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/billing/billing.hpp"
#include "models/machine/node_type.hpp"
#include "models/machine/partition.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// Accelerators that the job has on each node. One that requests cores or memory, but no
/// accelerators, has none.
int devices_per_node(JobSpec const& spec, NodeType const& type);

/// The resources that the job takes of each node.
NodeShare share_of(JobSpec const& spec, Partition const& partition, NodeType const& type);

}  // namespace clustersim
