// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/arrival_sink.hpp"

#include <vector>

namespace clustersim {

// A small trace made to feed a large machine: the sum of c cyclically shifted copies of it,
//
//   t' = (t + phase + k_i * cycle + jitter_i) mod period,     i = 1 .. ceil(c)
//
// of which the last one keeps each job with probability c - floor(c). The phase, one for all copies,
// is uniform over the cycle (a week): a replicate begins at any moment of it. k_i runs through the
// shifts by whole cycles in random order, each as often as the others, so that all copies keep the
// same hour of the day and day of the week. The jitter, uniform within +-`jitter`, keeps the copies
// from submitting their bursts together. A span longer than the period repeats it.
//
// Kept: sizes, run times, their correlation, bursts, daily and weekly cycle; the number of jobs in
// an hour varies less, relative to its mean, the more copies there are. Not kept: that users of a
// larger machine run larger jobs, and that they hold back when the queue is long (the arrivals do not
// react to the waits). Superposition of shifted logs: after the load scaling by replicated users of
// N. Zakay and D. Feitelson, "Preserving user behavior characteristics in trace-based simulation of
// parallel job scheduling", MASCOTS 2014, without the users, whom the trace does not name.

struct TraceReplay {
    std::vector<Arrival> jobs;  ///< submissions in [0, period); not empty
    Seconds period;             ///< length of the trace, a multiple of `cycle`
    Seconds cycle;              ///< the week, or the day for a shorter trace
    Seconds jitter;             ///< 0 .. half a cycle
};

/// Gives the sink the arrivals in [0, span), copy by copy, not in the order of time. The same stream
/// with more copies gives the same jobs and more.
void replay(TraceReplay const& trace,
            double copies,
            Seconds span,
            RandomStream& random,
            ArrivalSink const& sink);

}  // namespace clustersim
