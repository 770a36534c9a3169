// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/select/choice_memo.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Maximum number of different GRES that a job may count over all its nodes.
inline constexpr std::size_t max_job_needs = 4;
/// Maximum number of different GRES of a job.
inline constexpr std::size_t max_gres_needs = 8;

/// The resources that one node could give to one job.
struct NodeOffer {
    std::int64_t weight = 0;  ///< sched_weight (spec 6.2.3)
    std::int32_t node = 0;
    std::int32_t cpus = 0;
    std::int32_t free_cpus = 0;  ///< CPUs available to the job there, regardless of its devices
    std::int32_t min_cpus = 0;   ///< minimum that its devices need
    std::int32_t units = 0;      ///< CPUs and devices: determines which node is dropped first (spec
                                 ///< 6.6)
    std::int32_t cpus_per_core = 1;
    std::array<std::int16_t, max_job_needs> job_devices{};  ///< contribution to needs counted per
                                                            ///< job
};

/// CPUs, cores and devices of one node that a job could use.
struct Availability {
    NodeOffer offer;
    CoreMask cores;             ///< may be used
    std::uint64_t devices = 0;  ///< free, of any kind
};

/// The offer of an idle node of a config record to the current request: the same for all of them.
struct IdleAvailability {
    bool known = false;
    std::optional<Availability> value;
};

/// A chosen node and the number of its CPUs.
struct Pick {
    std::int32_t offer = 0;
    std::int32_t cpus = 0;
};

/// Adjacent offers of equal weight (spec 6.7.2).
struct Run {
    std::int64_t weight = 0;
    std::int64_t cpus = 0;
    std::int32_t first = 0, last = 0;  ///< offers (nodes in the whole-node algorithm)
    std::int32_t nodes = 0;            ///< not counting those already taken
    std::int32_t required = -1;        ///< the first offer that the job requires
    std::array<std::int64_t, max_job_needs> job_devices{};
    bool used = false;
};

/// Neighbouring nodes of a set.
struct BitRun {
    std::int32_t first = 0, length = 0;
};

/// Properties of a config record that do not change while jobs start and end.
struct RecordTable {
    NodeSet nodes;
    std::int32_t first_node = 0;
    CoreMask cores;             ///< those that jobs may have
    std::uint64_t devices = 0;  ///< all of them
    /// Devices next to each socket; those without a socket.
    std::vector<std::uint64_t> devices_of_socket;
    std::uint64_t devices_anywhere = 0;
};

struct SwitchTable {
    NodeSet nodes;  ///< everything below
    std::int32_t level = 0;
    std::int32_t parent = -1;
};

/// Cores of a node without `count` specialised ones, which are taken from the high end, one socket
/// after the other.
CoreMask without_specialised(NodeRecord const& record, std::int32_t count);

/// Tables of a site and buffers that the selections of one thread reuse.
class SelectScratch {
  public:
    explicit SelectScratch(Site const& site);

    /// Number of leaf switches used by the last selected allocation; zero without topology/tree. If
    /// it exceeds --switches, the caller makes the job wait (spec 6.9.6).
    std::int32_t leaf_switches = 0;

    /// Nodes whose weight is one more than in their record. An attempt to start a job sets it for
    /// the nodes of that job; later estimates use the last value (spec 6.2.2, observed).
    NodeSet dearer;

    /// GPUs that the last test of a job with GRES found near free cores, since the last attempt to
    /// start a job there, by node; empty while it has no effect (near_left.hpp).
    std::vector<std::uint8_t> near_left;

    /// Always use the general algorithm, to compare with the fast one.
    bool always_general = false;

    [[nodiscard]] std::size_t record_of(std::int32_t node) const {
        return static_cast<std::size_t>(node_record[static_cast<std::size_t>(node)]);
    }

    std::vector<RecordTable> records;
    std::vector<std::int32_t> node_record;  ///< by node, as Site::nodes, contiguous
    std::vector<SwitchTable> switches;      ///< as Site::switches
    std::vector<std::int32_t> leaves;       ///< switches that have nodes, in order
    std::vector<std::int32_t> node_leaf;    ///< by node; -1: under no switch
    NodeSet usable, partly_used;
    std::vector<IdleAvailability> idle;       ///< by record
    std::optional<ResourceRequest> idle_for;  ///< the request for which `idle` is valid, if any
    std::vector<NodeOffer> offers, active;
    std::vector<Pick> picks;
    std::vector<std::uint8_t> taken;
    std::vector<Run> runs;
    std::vector<BitRun> bit_runs;
    std::vector<std::int32_t> runs_of_length;
    std::int32_t longest_run = 0;
    NodeSet chosen;  ///< of a job with whole nodes
    ChoiceMemo chosen_before;
    std::vector<std::int32_t> order, tasks;
    std::vector<std::int32_t> row_limits;  ///< RowLimits of the current choice
    std::vector<std::int32_t> switch_nodes, leaf_distance;
    std::vector<std::int64_t> switch_cpus, switch_weight;  ///< by switch
    std::vector<std::uint8_t> offer_allowed;
    std::vector<std::int32_t> node_offer;  ///< by node; -1: no offer
};

}  // namespace clustersim::slurm
