// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/request/job_request.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// More nodes than any cluster has: the value for "no maximum" (spec 6.1.3).
inline constexpr std::int32_t max_nodes_unlimited = 500000;

/// The unit of `MemoryNeed::mb`; `whole_node` takes all memory of an otherwise unused node.
enum class MemoryBasis { per_node, per_cpu, per_gpu, whole_node };

struct MemoryNeed {
    MemoryBasis basis = MemoryBasis::per_node;
    std::int64_t mb = 0;

    friend bool operator==(MemoryNeed const&, MemoryNeed const&) = default;
};

/// Devices of one name (and type) that a job requests. A count of zero: not requested in that
/// scope.
struct GresNeed {
    std::string name, type;
    std::int64_t per_node = 0, per_job = 0, per_task = 0, per_socket = 0;
    /// By config record: the devices of such a node that match (bit i: device i).
    std::vector<std::uint64_t> devices_of_record;
    std::int32_t counter = -1;  ///< index into counted_names(); -1: single devices everywhere
    /// By config record: what such a node has if it is only counted there; empty without a counter.
    std::vector<std::int64_t> counted_of_record;

    [[nodiscard]] std::int64_t counted_on(std::size_t record) const {
        return counter < 0 ? 0 : counted_of_record[record];
    }
    friend bool operator==(GresNeed const&, GresNeed const&) = default;
};

/// The input of node selection: slurmctld's interpretation of one sbatch for one partition. All
/// counts are the minimum that the job needs to start; zero means "not requested" if noted.
struct ResourceRequest {
    std::int32_t partition = 0;
    std::int32_t min_nodes = 1;
    std::int32_t max_nodes = max_nodes_unlimited;
    /// True if the job explicitly requested at most one node; a request for a single GPU does not
    /// count.
    bool one_node_asked = false;
    std::int32_t requested_nodes = 1;    ///< the target; between the two (spec 6.1.3)
    std::int32_t min_cpus = 1;           ///< over all nodes
    std::int32_t min_cpus_per_node = 1;  ///< pn_min_cpus
    std::int32_t ntasks = 1;
    bool ntasks_given = false;  ///< by --ntasks
    std::int32_t ntasks_per_node = 0;
    std::int32_t ntasks_per_socket = 0;
    std::int32_t ntasks_per_core = 0;
    std::int32_t cpus_per_task = 1;
    std::int32_t cpus_per_gpu = 0;
    std::int32_t sockets_per_node = 0;
    std::int32_t cores_per_socket = 0;
    std::int32_t threads_per_core = 0;
    std::int32_t core_spec = -1;  ///< -1: the node's default
    MemoryNeed memory;
    std::int64_t tmp_disk_mb = 0;
    std::vector<GresNeed> gres;
    bool enforce_gres_binding = false;
    bool whole_nodes = false;  ///< every core: --exclusive, or OverSubscribe=EXCLUSIVE
    bool sharing = false;      ///< cores may be shared with other such jobs (spec 6.4.1)
    bool overlapping = false;  ///< may use cores that jobs in other rows hold (spec 6.4.4)
    bool extra_row = false;    ///< of the partition, for preemptors under preempt/qos (spec 7.4.2)
    std::int32_t only_user = -1;  ///< --exclusive=user, ExclusiveUser: the user's number
    bool contiguous = false;
    bool spread = false;
    bool block_distribution = false;
    bool switches_asked = false;
    NodeSet required;  ///< -w; of size zero if none are required

    [[nodiscard]] bool has_required() const { return required.universe() != 0; }
    friend bool operator==(ResourceRequest const&, ResourceRequest const&) = default;
};

}  // namespace clustersim::slurm
