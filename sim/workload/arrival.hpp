// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>

namespace clustersim {

/// A job as it comes to the door of some machine: before a partition's shape and limits, and the
/// walltime that its user would ask for, are laid on it.
struct Arrival {
    Instant submit;
    Seconds run;
    std::int32_t size = 1;  ///< GPUs or nodes, whichever its source counts
    friend constexpr bool operator==(Arrival const&, Arrival const&) = default;
};

/// How much background load is wanted.
struct Demand {
    double scale = 0.0;        ///< copies of a trace, or batches or jobs a second
    std::int32_t largest = 1;  ///< the most that one job may ask for, as its source counts sizes
};

}  // namespace clustersim
