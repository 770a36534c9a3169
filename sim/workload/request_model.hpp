// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <optional>
#include <vector>

namespace clustersim {

// How much walltime a user requests for a job with a given run time.
//
//   P(request = v | run = t) = w(v) / sum of w(u) over the choices u >= t
//
// over a menu of round values and the partition's limit itself: people choose among a few round
// numbers, and many request the longest time allowed (D. Tsafrir, Y. Etsion, D. Feitelson, "Modeling
// user runtime estimates", JSSPP 2005). The choice depends on the run time only in that it must
// cover it, so short jobs request far too much, as in every trace. The weights are the
// maximum-likelihood estimate for left-truncated data; the mix that uses them has the weights and
// the residuals. Valid for jobs that end by themselves: no job of this model is killed at its limit.

struct RequestChoice {
    Seconds walltime;
    double weight = 0.0;  ///< at least 0
};

struct RequestModel {
    std::vector<RequestChoice> menu;  ///< choices at or above the partition's limit are not used
    double limit_weight = 1.0;        ///< of the partition's limit; positive
    std::optional<Seconds> limit{};   ///< of the machine whose jobs these are (mix_limit.hpp)

    /// A request of at least `run` and at most `limit`; requires run <= limit. `chance`, uniform in
    /// [0, 1), selects it.
    [[nodiscard]] Seconds request(Seconds run, Seconds limit, double chance) const;
};

}  // namespace clustersim
