// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>

namespace clustersim {

/// A submitted job before a partition's shape and limits, and the walltime that its user requests,
/// are applied to it.
struct Arrival {
    Instant submit;
    Seconds run;
    std::int32_t size = 1;                ///< GPUs or nodes, as its source counts
    std::optional<std::uint32_t> user{};  ///< number of its user among those of its source
    friend constexpr bool operator==(Arrival const&, Arrival const&) = default;
};

/// The requested amount of background load.
struct Demand {
    double scale = 0.0;  ///< copies of a trace, or batches or jobs per second
    Seconds span{};      ///< arrivals from 0 to before its end
    std::int32_t largest =
        1;  ///< the largest size that one job may request, as its source counts sizes
};

}  // namespace clustersim
