// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/select/resource_request.hpp"
#include "sim/slurm/site/node_set.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// In what manner a job holds its nodes (spec 6.4.1).
struct UseKind {
    std::int32_t partition = 0;
    bool exclusive = false;       ///< nobody else on its nodes
    bool sharing = false;         ///< others of its partition may use the same cores
    bool overlapping = false;     ///< its cores are kept row by row: others may come upon them
    std::int32_t only_user = -1;  ///< nodes for this user only; -1: for all
};

UseKind use_kind(ResourceRequest const& request);

/// What of its resources a job holds: one that its administrator suspended keeps memory and devices;
/// one that went on while others had its cores is there too, but without cores.
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

/// From how many jobs of each partition on a core counts as taken; 0: whoever is there does not matter.
using RowLimits = std::vector<std::int32_t>;

/// What is in use on every node: a value, cheap to copy, that jobs are added to and removed from.
/// Cores of sharing jobs are counted, not kept row by row: row k of a partition is free on a core
/// that at most k of its jobs use, the tightest packing that Slurm's rows can reach.
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
    /// Cores that no job uses.
    [[nodiscard]] CoreMask free_core_mask(std::int32_t node) const;
    /// Cores that fewer jobs of each partition use than its limit, and no job that does not share
    /// (spec 6.4.4).
    [[nodiscard]] CoreMask free_core_mask(std::int32_t node, RowLimits const& limits) const;
    /// Whether the cores of a job are free for it: in some row of its partition, or of all jobs.
    [[nodiscard]] bool has_room(Allocation const& allocation, UseKind const& kind) const;
    /// Whether a job of another partition that can share its nodes is there, itself sharing or not.
    [[nodiscard]] bool used_by_other_sharing(std::int32_t node, std::int32_t partition) const;
    [[nodiscard]] bool has_one_row_job(std::int32_t node) const {
        return at(node).jobs > at(node).sharing;
    }
    /// The only user who may use the node now; -1: no such rule.
    [[nodiscard]] std::int32_t only_user(std::int32_t node) const {
        return at(node).only_user_jobs > 0 ? at(node).only_user : -1;
    }
    /// CPUs in use by jobs of a partition that has MaxCPUsPerNode.
    [[nodiscard]] std::int32_t partition_cpus(std::int32_t node, std::int32_t partition) const;

    /// Another number after every change.
    [[nodiscard]] std::uint64_t version() const { return version_; }
    /// Nodes without any job.
    [[nodiscard]] NodeSet const& idle() const { return idle_; }
    /// Nodes of which suspended jobs hold nothing but memory and devices; of size zero while there
    /// never was one.
    [[nodiscard]] NodeSet const& vacated() const { return vacated_; }
    /// Nodes that no job holds for itself.
    [[nodiscard]] NodeSet const& share() const { return share_; }
    /// Nodes with at least one core that nobody uses, and not held by one job for itself.
    [[nodiscard]] NodeSet const& with_free_core() const { return with_free_core_; }

  private:
    struct State {
        std::int64_t memory_mb = 0;
        std::uint64_t devices = 0;
        std::int32_t free_cores = 0;
        std::int32_t jobs = 0, exclusive = 0, sharing = 0;
        std::int32_t only_user = -1, only_user_jobs = 0;
    };
    struct PartitionCpus {
        std::int32_t partition = 0;
        std::vector<std::int32_t> cpus;  ///< by node
    };
    struct Shared {
        std::int32_t partition = 0;
        std::int32_t max_share = 1;         ///< of the partition
        std::vector<std::uint8_t> jobs;     ///< by node * cores_ + core
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
    /// Whether jobs that are kept row by row are there.
    [[nodiscard]] bool has_rows(State const& state) const {
        return state.sharing > 0 || (gang_ && state.jobs > state.exclusive);
    }
    [[nodiscard]] State const& at(std::int32_t node) const {
        return states_[static_cast<std::size_t>(node)];
    }

    Site const* site_;
    bool gang_ = false;          ///< all jobs that do not have whole nodes are kept row by row
    std::size_t stride_ = 1;     ///< words of cores for each node
    std::int32_t cores_ = 1;     ///< of the largest node
    std::vector<State> states_;  ///< by node
    std::vector<std::uint64_t> used_;  ///< cores of jobs that do not share
    std::vector<Shared> shared_;       ///< of partitions with max_share > 1; of all that take turns
    std::vector<PartitionCpus> partition_cpus_;
    NodeSet idle_, share_, with_free_core_, vacated_;
    std::uint64_t version_ = 1;
};

}  // namespace clustersim::slurm
