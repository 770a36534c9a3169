// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/cloned.hpp"
#include "sim/sched/cluster_view.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// The decisions of a policy in one pass: the jobs that start now, in this order, and their nodes.
struct Decisions {
    struct Start {
        PendingQueue::Slot slot{};
        /// Nodes in `ranges`; an empty list means the lowest-numbered nodes that fit.
        std::uint32_t first_range = 0;
        std::uint32_t range_count = 0;
    };
    std::vector<Start> starts;
    std::vector<NodeRange> ranges;

    void clear() {
        starts.clear();
        ranges.clear();
    }
};

/// Decides which waiting jobs start now. It sees requests, not run times, and has no clock: it is
/// called once for each instant at which something happened, and may keep its reservations from
/// pass to pass.
class SchedulingPolicy {
  public:
    virtual ~SchedulingPolicy() = default;
    virtual void pass(ClusterView const& view, Decisions& out) = 0;
    /// The next instant at which a pass is needed even if nothing else happens.
    [[nodiscard]] virtual Instant next_wakeup() const { return Instant::never(); }
    [[nodiscard]] virtual std::unique_ptr<SchedulingPolicy> clone() const = 0;
};

/// A policy as a value.
using PolicyValue = Cloned<SchedulingPolicy>;

/// One entry of the list of policies.
struct PolicyEntry {
    std::string_view name;     ///< the name for the user
    std::string_view summary;  ///< one line for `--help`
    std::unique_ptr<SchedulingPolicy> (*make)(PoolShape shape);
};

/// Every policy, in the order of the help text.
std::span<PolicyEntry const> policies();
/// The entry of that name, or nullptr.
PolicyEntry const* find_policy(std::string_view name);
/// The names, for error messages about unknown ones.
std::vector<std::string> policy_names();

}  // namespace clustersim
