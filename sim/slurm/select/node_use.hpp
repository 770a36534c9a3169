// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// How a job shares its nodes (spec 6.4.1).
struct UseKind {
    std::int32_t partition = 0;
    bool exclusive = false;       ///< no other job on its nodes
    bool sharing = false;         ///< other jobs of its partition may use the same cores
    bool overlapping = false;     ///< its cores are kept row by row: jobs of other rows may use
                                  ///< them
    std::int32_t only_user = -1;  ///< nodes for this user only; -1: for all users
};

UseKind use_kind(ResourceRequest const& request);

/// The resources that a job holds. A job suspended by an administrator keeps memory and devices; a
/// job that was resumed while others had its cores is present, but without cores.
enum class HeldPart : std::uint8_t {
    presence = 1,
    presence_and_cores = 3,
    memory = 4,
    memory_and_presence = 5,
    all = 7,
};
constexpr bool includes(HeldPart whole, HeldPart part) {
    return (static_cast<unsigned>(whole) & static_cast<unsigned>(part)) ==
           static_cast<unsigned>(part);
}

/// For each partition, the number of its jobs from which a core counts as taken; 0: its jobs do not
/// count.
using RowLimits = std::vector<std::int32_t>;

/// The resources in use on every node: a value, cheap to copy, to which jobs are added and from
/// which they are removed. Cores of sharing jobs are counted, not kept row by row: row k of a
/// partition is free on a core that at most k of its jobs use, which is the tightest packing that
/// Slurm's rows can reach.
class NodeUse {
  public:
    explicit NodeUse(Site const& site);

    void add(Allocation const& allocation, UseKind const& kind, HeldPart part = HeldPart::all);
    void remove(Allocation const& allocation, UseKind const& kind, HeldPart part = HeldPart::all);

    [[nodiscard]] std::int32_t free_cores(std::int32_t node) const { return at(node).free_cores; }
    [[nodiscard]] std::int64_t used_memory_mb(std::int32_t node) const {
        return at(node).memory_mb;
    }
    [[nodiscard]] std::int64_t free_memory_mb(std::int32_t node) const;
    [[nodiscard]] std::uint64_t used_devices(std::int32_t node) const { return at(node).devices; }
    /// Resources in use that are only counted, by the index of their name in counted_names().
    [[nodiscard]] std::int64_t used_count(std::int32_t node, std::int32_t counter) const {
        return counted_[static_cast<std::size_t>(node) * counters_ +
                        static_cast<std::size_t>(counter)];
    }
    /// Cores not used by any job.
    [[nodiscard]] CoreMask free_core_mask(std::int32_t node) const;
    /// Cores used by fewer jobs of each partition than its limit, and by no job that does not share
    /// (spec 6.4.4).
    [[nodiscard]] CoreMask free_core_mask(std::int32_t node, RowLimits const& limits) const;
    /// True if the cores of a job are free for it: in some row of its partition, or of all jobs.
    [[nodiscard]] bool has_room(Allocation const& allocation, UseKind const& kind) const;
    /// True if another partition has a job there that can share its nodes, sharing or not.
    [[nodiscard]] bool used_by_other_sharing(std::int32_t node, std::int32_t partition) const;
    /// Number of jobs on the node.
    [[nodiscard]] std::int32_t jobs(std::int32_t node) const { return at(node).jobs; }
    [[nodiscard]] bool has_one_row_job(std::int32_t node) const {
        return at(node).jobs > at(node).sharing;
    }
    /// The only user who may use the node now; -1: no restriction.
    [[nodiscard]] std::int32_t only_user(std::int32_t node) const {
        return at(node).only_user_jobs > 0 ? at(node).only_user : -1;
    }
    /// CPUs in use by jobs of a partition that has MaxCPUsPerNode.
    [[nodiscard]] std::int32_t partition_cpus(std::int32_t node, std::int32_t partition) const;

    /// Changes with every change of use.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    /// Nodes without any job.
    [[nodiscard]] NodeSet const& idle() const { return idle_; }
    /// Nodes on which suspended jobs hold only memory and devices; of size zero until there is one.
    [[nodiscard]] NodeSet const& vacated() const { return vacated_; }
    /// Nodes without an exclusive job.
    [[nodiscard]] NodeSet const& share() const { return share_; }
    /// Nodes with at least one unused core and no exclusive job.
    [[nodiscard]] NodeSet const& with_free_core() const { return with_free_core_; }

  private:
    struct State {
        std::int64_t memory_mb = 0;
        std::uint64_t devices = 0;
        std::int32_t free_cores = 0;
        std::int32_t jobs = 0, exclusive = 0, sharing = 0;
        std::int32_t only_user = -1, only_user_jobs = 0;
    };
    /// Where the cores of each node begin in an array over all nodes, and their words of 64 cores; one
    /// more entry is the end of the last node. A single large node does not enlarge the others' part.
    struct CoreOffsets {
        std::vector<std::size_t> core, word;
    };
    static std::shared_ptr<CoreOffsets const> offsets_of(Site const& site);

    struct PartitionCpus {
        std::int32_t partition = 0;
        std::vector<std::int32_t> cpus;  ///< by node
    };
    struct Shared {
        std::int32_t partition = 0;
        std::int32_t max_share = 1;         ///< of the partition
        std::vector<std::uint8_t> jobs;     ///< by core: those of node n begin at offsets_->core[n]
        std::vector<std::int32_t> on_node;  ///< jobs of the partition by node, sharing or not
    };

    void
    change(Allocation const& allocation, UseKind const& kind, std::int32_t sign, HeldPart part);
    void change_memory(Allocation const& allocation, NodeShare const& share, std::int32_t sign);
    void change_jobs(NodeShare const& share, UseKind const& kind, std::int32_t sign);
    void note_vacated(std::int32_t node, bool vacated);
    void take_all_cores(std::int32_t node, bool taken);
    void
    change_cores(std::int32_t index, CoreMask const& held, UseKind const& kind, std::int32_t sign);
    void refresh(std::int32_t node);
    /// True if there are jobs that are kept row by row.
    [[nodiscard]] bool has_rows(State const& state) const {
        return state.sharing > 0 || (gang_ && state.jobs > state.exclusive);
    }
    /// The words of the node's cores that are used by jobs that do not share.
    [[nodiscard]] std::span<std::uint64_t> used_words(std::int32_t node);
    [[nodiscard]] std::span<std::uint64_t const> used_words(std::int32_t node) const;
    /// The cores of a node that no job without sharing uses.
    [[nodiscard]] CoreMask unused_cores(std::int32_t node) const;
    [[nodiscard]] State const& at(std::int32_t node) const {
        return states_[static_cast<std::size_t>(node)];
    }

    Site const* site_;
    bool gang_ = false;  ///< all jobs without whole nodes are kept row by row
    std::shared_ptr<CoreOffsets const> offsets_;  ///< the same for all copies
    std::vector<State> states_;                   ///< by node
    std::size_t counters_ = 0;                    ///< of each node
    std::vector<std::int64_t> counted_;           ///< in use, by node and counter
    std::vector<std::uint64_t> used_;             ///< cores of jobs that do not share, by word
    std::vector<Shared> shared_;  ///< of partitions with max_share > 1; of all with gang
                                  ///< scheduling
    std::vector<PartitionCpus> partition_cpus_;
    NodeSet idle_, share_, with_free_core_, vacated_;
    std::uint64_t version_ = 1;
};

}  // namespace clustersim::slurm
