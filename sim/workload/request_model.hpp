// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <vector>

namespace clustersim {

// How much walltime a user asks for, given how long the job will run.
//
//   P(request = v | run = t) = w(v) / sum of w(u) over the choices u >= t
//
// over a menu of round values and the partition's limit itself: people choose among a few round
// numbers, and many take the longest that is allowed (D. Tsafrir, Y. Etsion, D. Feitelson, "Modeling
// user runtime estimates", JSSPP 2005). The choice is independent of the run time but for having to
// cover it, which makes short jobs ask for far too much, as they do in every trace. The weights are
// the maximum-likelihood estimate for left-truncated data; they and the residuals stand in the mix
// that uses them. Valid for jobs that end by themselves: it makes none that its limit kills.

struct RequestChoice {
    Seconds walltime;
    double weight = 0.0;  ///< at least 0
};

struct RequestModel {
    std::vector<RequestChoice> menu;  ///< choices of the partition's limit or more are never taken
    double limit_weight = 1.0;        ///< of the partition's limit; positive

    /// A request of at least `run`, at most `limit`; needs run <= limit. `chance`, uniform in [0, 1),
    /// decides which.
    [[nodiscard]] Seconds request(Seconds run, Seconds limit, double chance) const;
};

}  // namespace clustersim
