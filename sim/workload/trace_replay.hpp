// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/arrival_sink.hpp"

#include <vector>

namespace clustersim {

// A small trace scaled up for a large machine: the sum of c cyclically shifted copies of it,
//
//   t' = (t + phase + k_i * cycle + jitter_i) mod period,     i = 1 .. ceil(c)
//
// The last copy keeps each job with probability c - floor(c). The phase, the same for all copies, is
// uniform over the cycle (a week): a replicate begins at any moment of it. k_i takes all shifts by
// whole cycles in random order, each equally often, so that all copies keep the same hour of the day
// and day of the week. The jitter, uniform within +-`jitter`, prevents the copies from submitting
// their bursts at the same time. A span longer than the period repeats it.
//
// Preserved: sizes, run times, their correlation, bursts, daily and weekly cycle; the number of jobs
// in an hour varies less, relative to its mean, with more copies. Not preserved: users of a larger
// machine run larger jobs, and they submit less if the queue is long (arrivals do not react to
// waits). Superposition of shifted logs follows the load scaling by replicated users of N. Zakay and
// D. Feitelson, "Preserving user behavior characteristics in trace-based simulation of parallel job
// scheduling", MASCOTS 2014, but without users, whom the trace does not name.

struct TraceReplay {
    std::vector<Arrival> jobs;  ///< submissions in [0, period); not empty
    Seconds period;             ///< length of the trace, a multiple of `cycle`
    Seconds cycle;              ///< the week, or the day for a shorter trace
    Seconds jitter;             ///< 0 .. half a cycle
};

/// Sends the arrivals to the sink, copy by copy, not ordered by time; the demand's scale is copies. With more copies
/// the same stream gives the same jobs and more.
void replay(TraceReplay const& trace, Demand demand, RandomStream& random, ArrivalSink const& sink);

}  // namespace clustersim
