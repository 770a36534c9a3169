// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// What a later release of Slurm decides differently from 22.05 (spec 13). The release that brought
/// each change is in one table, in release.cpp.
enum class ReleaseChange : std::uint8_t {
    plan_ends_up,    ///< ends of promises are rounded up to the grid (spec 4.6.11, 4.7.5)
    ends_in_window,  ///< an estimate ends the jobs of one window of the plan only (spec 4.4.7)
    promises_in_use_count,  ///< a promise of nodes in use is a change for the next cycle (spec 4.2.1)
    later_past_reach,  ///< a search may continue after the second interval that follows it (spec 4.6.7)
    cpus_of_tasks_only,  ///< a job without GRES is offered the CPUs of its tasks only (spec 6.5.10)
    configured_weights,  ///< estimates use the configured weights of nodes (spec 6.2.2, 6.2.3)
    loop_at_second,      ///< the background loop wakes at the whole second (spec 3.2.6)
    nearer_leaf_must_fit,  ///< the leaves of a tree are compared in another way (spec 6.9.4)
    retry_moves_on,   ///< a promise that collides is searched for one grid step later (spec 4.6.11)
    running_ends_up,  ///< ends of running jobs in the map are rounded up (spec 4.3.4)
    start_by_chosen_nodes,  ///< a start estimate is the last end among the chosen nodes (spec 4.4.7)
    longest_limit,  ///< a backfilled --time-min job gets the longest limit that fits (spec 4.8.2)
    requeue_computes_priority,  ///< a requeued job gets a new priority at once (spec 10.5.1)
    promise_counts_new_nodes,  ///< limits count the nodes of a promise that their group does not use (spec 8.3.3)
};

/// A release of Slurm, for rules that changed schedules.
struct Release {
    std::int32_t number = 2205;               ///< year * 100 + month
    std::optional<std::int32_t> maintenance;  ///< as 5 of 24.11.5; absent: the last one

    [[nodiscard]] bool has(ReleaseChange change) const;

    friend bool operator==(Release const&, Release const&) = default;
};

/// Reads "24.11" or "24.11.5"; what follows a maintenance number, as in "24.11.5-1", is left out.
[[nodiscard]] std::optional<Release> release_of(std::string_view text);

/// As it is written in files: "24.11" or "24.11.5".
[[nodiscard]] std::string to_text(Release release);

/// What an answer says of the rules that it used: "rules of Slurm 24.11.5". It names the nearest known release if
/// this one is not known, and says so if the rules of this one were not compared with recordings (spec 13).
[[nodiscard]] std::string rules_text(Release release);

}  // namespace clustersim::slurm
