// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_use.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_scratch.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// The state that an offer is made in: everything but the node.
struct Market {
    Site const& site;
    SelectScratch& scratch;
    NodeUse const& use;
    ResourceRequest const& request;
    std::int32_t usable = 0;          ///< how many nodes `scratch.usable` has
    RowLimits const* rows = nullptr;  ///< whose cores are taken; null: everybody's (spec 6.4.4)
    bool ignore_use = false;          ///< as if the cluster were empty
    bool near_devices = true;         ///< only devices whose socket has free cores (spec 6.10.8)
    bool all_cores = false;           ///< as if no core were in use, but memory and devices
};

/// Whether a test looks into the node at all: who is there lets the job in, and memory is left.
bool may_look_into(Market const& market, std::int32_t node);

/// Spec 6.4.1 to 6.4.3, 6.5 and 6.10 for one node; empty if the node is of no use to the job.
std::optional<Availability> node_availability(Market const& market, std::int32_t node);

/// The same, looking only once at each kind of idle node; `forget_idle` when the market changes.
std::optional<Availability> const&
cached_availability(Market const& market, std::int32_t node, std::optional<Availability>& buffer);
void forget_idle(Market const& market);

/// Whether a config record could carry its part of the job at all (spec 6.2.1).
bool record_fits(Site const& site,
                 RecordTable const& table,
                 std::int32_t record,
                 ResourceRequest const& request);

/// CPUs that the job uses of one core (spec 6.5.4).
std::int32_t cpus_per_core(NodeRecord const& record, ResourceRequest const& request);

/// Cores of a node that jobs may have: not those specialised.
CoreMask schedulable_cores(NodeRecord const& record,
                           RecordTable const& table,
                           ResourceRequest const& request);

/// Memory of a node that is free, as far as memory is counted.
std::int64_t memory_free_mb(Market const& market, std::int32_t node);

/// Memory that the job takes of a node for so many CPUs and devices.
std::int64_t memory_taken_mb(NodeRecord const& record,
                             ResourceRequest const& request,
                             std::int32_t cpus,
                             std::int64_t gpus);

inline constexpr std::int64_t weight_step = 256;  ///< what one of Weight= counts

/// Lower is taken first: the node's weight, and within it the more GPUs for the job the lower (spec
/// 6.2.3).
std::int64_t sched_weight(NodeRecord const& record, std::int64_t near_devices);

}  // namespace clustersim::slurm
