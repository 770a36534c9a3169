// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/market.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// True if a test considers the node at all: its jobs admit the job, and memory is left.
bool may_look_into(Market const& market, std::int32_t node);

/// Spec 6.4.1 to 6.4.3, 6.5 and 6.10 for one node; empty if the job cannot use the node.
std::optional<Availability> node_availability(Market const& market, std::int32_t node);

/// The same with one evaluation for each kind of idle node; call `forget_idle` when the market
/// changes.
std::optional<Availability> const&
cached_availability(Market const& market, std::int32_t node, std::optional<Availability>& buffer);
void forget_idle(Market const& market);

/// True if a node of the config record with that index could ever hold its part of the job (spec 6.2.1).
bool record_fits(Site const& site,
                 RecordTable const& table,
                 std::int32_t index,
                 ResourceRequest const& request);

/// CPUs that the job uses of one core (spec 6.5.4).
std::int32_t cpus_per_core(NodeRecord const& record, ResourceRequest const& request);

/// Cores of a node that jobs may have: all but the specialised ones.
CoreMask schedulable_cores(NodeRecord const& record,
                           RecordTable const& table,
                           ResourceRequest const& request);

/// Memory that the job takes on a node with these CPUs and devices.
std::int64_t memory_taken_mb(NodeRecord const& record,
                             ResourceRequest const& request,
                             std::int32_t cpus,
                             std::int64_t gpus);

inline constexpr std::int64_t weight_step = 256;  ///< the value of one unit of Weight=

/// Nodes of lower value are taken first: the node's weight, and at equal weight more GPUs for the
/// job (spec 6.2.3).
std::int64_t sched_weight(NodeRecord const& record, std::int64_t near_devices);

}  // namespace clustersim::slurm
