// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/id.hpp"
#include "sim/core/time.hpp"

#include <algorithm>
#include <cstdint>

namespace clustersim {

/// Position of a job in the list given to a simulation; jobs submitted later follow.
using JobIndex = Id<struct JobTag>;

/// One rigid batch job: its request and its real run time. 40 bytes, so that a million jobs take 40
/// MB.
struct Job {
    std::int64_t id = 0;  ///< number in the trace or scenario; breaks ties of `submit`
    Instant submit;       ///< when it joins the queue
    Seconds run;          ///< run time if nothing stops it; policies do not see it
    Seconds
        requested;  ///< the requested walltime, at least 1 s; the job is killed when it is reached
    std::int32_t nodes = 1;  ///< number of nodes
    std::int32_t units = 1;  ///< schedulable units (processors, GPUs) on each of these nodes

    /// Time for which the job holds its nodes.
    [[nodiscard]] constexpr Seconds occupancy() const { return std::min(run, requested); }
    [[nodiscard]] constexpr std::int64_t total_units() const { return std::int64_t{nodes} * units; }
};
static_assert(sizeof(Job) == 40);

/// The order in which jobs join the queue.
constexpr bool submitted_before(Job const& a, Job const& b) {
    return a.submit != b.submit ? a.submit < b.submit : a.id < b.id;
}

}  // namespace clustersim
