// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/backfill_plan.hpp"
#include "sim/slurm/controller/cluster_state.hpp"
#include "sim/slurm/controller/search_terms.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// The nodes that the plan and the reservations leave a job at one time.
struct SearchRoom {
    NodeSet nodes;
    Instant from;                  ///< the earliest start on them
    std::optional<Instant> later;  ///< when there may be more nodes; absent: never
    Instant beyond = Instant::
        never();  ///< the plan was read up to here: jobs that end before it have the same room
};

/// A time of a search.
struct SearchTime {
    Instant from;
    std::int32_t least = 1;  ///< fewer nodes are as good as none
};

/// Finds the room of a job from a time on (spec 4.6.3 to 4.6.8). Returns false if a reservation leaves none, then and
/// later.
[[nodiscard]] bool find_room(ClusterState const& state,
                             BackfillPlan& plan,
                             SearchTerms const& terms,
                             SearchTime const& time,
                             SearchRoom& room);

/// Puts the nodes of one alternative that have room into `candidates`; returns whether they are enough for a test among
/// them (spec 4.6.9).
[[nodiscard]] bool holds_enough(ResourceRequest const& request,
                                NodeSet const& room,
                                NodeSet const& alternative,
                                NodeSet& candidates);

/// The start estimate of a record among candidates (spec 4.6.10).
std::optional<WillRun> estimate_start(ClusterState& state, WillRunQuery query);

/// The interval of the time grid for which a start is promised (spec 4.6.11).
struct GridSpan {
    Instant from;
    Instant to;
};
GridSpan span_on_grid(ClusterState const& state, Instant start, Minutes length);

}  // namespace clustersim::slurm
