// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/friction/past_queue.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// A span of the past in which the machine did less than it could; seconds of its clock.
struct FrictionSpan {
    std::int64_t from = 0, until = 0;
    bool goes_on = false;  ///< it had not ended at the end of the past
    [[nodiscard]] std::int64_t length() const { return until - from; }
};

/// Nodes that could not be used.
struct LostCapacity : FrictionSpan {
    std::int64_t usable =
        0;  ///< the most in use just after a start (the least in use without one): demonstrably usable
    double in_use = 0.0;      ///< on average
    std::int64_t starts = 0;  ///< of jobs
};

/// A queue that started nothing.
struct ClosedQueue : FrictionSpan {
    std::uint32_t queue = 0;  ///< position in PastQueue::queues
    std::size_t users = 0;    ///< with jobs that started as soon as it opened
};

/// Spans shorter than this are not counted: slow cycles of a scheduler and slow ends of jobs look alike.
inline constexpr std::int64_t shortest_friction_s = 3600;

// Evidence. N is the nominal number of nodes, U(t) those in use, W(t) the jobs that have waited for ten minutes and
// that nothing else holds back (past_queue.hpp), s_j their sizes.
//
//   all fit    W(t) has jobs of at least two users, and max s_j <= n - U(t)
//
// Whatever the order of the queue, a scheduler that starts the job it prefers as soon as that fits leaves no such state
// for n usable nodes, as no job of W(t) has to wait for another one. So, with n = N:
//
//   lost(t)    N - usable, usable = max of U just after a start (min of U without one), over a span with at least an hour in which all fit; spans are
//              joined if the time between them is shorter than the first, and no more nodes were in use in it than in the spans
//
// and with n = V(t), the most nodes in use since the last start of the queue:
//
//   closed     nothing of the queue started, jobs of two of its users waited all the time, all fit for at least an hour;
//              when it ended, jobs of at least two users that had waited started within ten minutes, and then not all fit
//
// Closed time is not counted as lost capacity. Domain: jobs have nodes (or processors) of one kind for themselves,
// in sizes of the same unit as N. Not visible are nodes that are lost while nobody waits, or while a job waits that
// needs more than N - U(t): it may have been promised the free nodes. So this is a lower bound of the time and of the
// nodes.

/// Spans in which a queue was closed, by their beginning.
std::vector<ClosedQueue> closed_queues(PastQueue const& past);

/// Spans of lost capacity, by their beginning.
std::vector<LostCapacity>
lost_capacity(PastQueue const& past, std::int64_t nominal, std::vector<ClosedQueue> const& closed);

}  // namespace clustersim
