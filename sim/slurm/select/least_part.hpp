// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/select/select_scratch.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// Devices that a job needs on each of its nodes.
struct LeastDevices {
    std::vector<std::uint64_t> devices_of_record;  ///< as in GresNeed
    std::int64_t count = 1;

    friend bool operator==(LeastDevices const&, LeastDevices const&) = default;
};

/// What a node must have left to offer anything to a job: a node with less is never selected, one with
/// as much may still be refused. Jobs of one kind have equal parts.
struct LeastPart {
    bool unused = false;  ///< a node without any job; the rest is then of no interest
    std::int32_t cpus = 1;
    std::int64_t memory_mb = 0;
    std::vector<LeastDevices> devices;

    friend bool operator==(LeastPart const&, LeastPart const&) = default;
};

/// The same as counts, for a quick comparison: a node with less of one of them has less than the least part.
struct LeastCounts {
    bool unused = false;
    std::int32_t cpus = 1;
    std::int64_t memory_mb = 0;
    std::int64_t devices = 0;  ///< of the kind of which it needs most

    /// True if a node without the other part lacks this one, too.
    [[nodiscard]] bool includes(LeastCounts const& other) const {
        return unused == other.unused && cpus >= other.cpus && memory_mb >= other.memory_mb &&
               devices >= other.devices;
    }
};
LeastCounts least_counts(Site const& site, ResourceRequest const& request);

/// The least part of a request for which the cores of other jobs count as taken, so not of an
/// overlapping one.
LeastPart least_part(Site const& site, ResourceRequest const& request);

/// The least number of these nodes that hold the CPUs of a job; no selection has fewer.
std::int32_t fewest_nodes(Site const& site,
                          SelectScratch const& scratch,
                          ResourceRequest const& request,
                          NodeSet const& nodes);

}  // namespace clustersim::slurm
