// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

namespace clustersim {

// The scale of the users' patience at which the mean backlog over time is the dial. Patience alone says at which backlog
// half of the attempts join; how far the queue then goes beyond depends on the size of the batches, on the number of users
// and on how long they are away: users of 100 nodes (KTH SP2) with a patience of 33 h keep 58 h waiting. The scale follows
// by stochastic approximation (H. Robbins and S. Monro, "A stochastic approximation method", Ann. Math. Statist. 22,
// 1951):
//
//   d ln(scale) = -(min(backlog / dial, 5) - 1) dt / (t0 + t)
//
// t0 is twice the dial, at least two days and at most four: a backlog melts in about the time of the dial. t counts from t0
// after the beginning, when the first rush of users, who all find an empty queue, is over. A batch that is far longer than
// the dial counts five times the dial, so that it does not decide alone. Valid for the mean over days of dials from half a
// day to about a week; the scale is between 1/16 and 2.
class PatienceLevel {
  public:
    explicit PatienceLevel(Duration dial);

    /// The backlog from now on. An instant before the last observation adds nothing: a simulation
    /// begins a little before the end of its past.
    void observe(Instant now, Duration backlog);
    [[nodiscard]] double scale() const;
    /// Sets the clock back.
    void set_back(Seconds time) { last_ = last_ - time; }

  private:
    Duration dial_;
    double inertia_;  ///< t0 in s
    Instant last_{};
    Duration backlog_{};  ///< since then
    double age_ = 0.0;    ///< s since the beginning
    double log_scale_ = 0.0;
};

}  // namespace clustersim
