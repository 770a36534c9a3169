// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <optional>

namespace clustersim {

/// A robot that ends jobs which leave their accelerators idle.
struct IdleEnd {
    Watts below{};    ///< mean draw per accelerator since the start
    Seconds after{};  ///< no job is looked at before it has run so long
    bool spares_interactive = false;
    bool spares_reservations = false;
};

/// What a site does to jobs besides what its Slurm does.
struct SiteRules {
    std::optional<IdleEnd> idle_end;
    bool extends_time = false;  ///< users may lengthen the time limit of a running job
};

}  // namespace clustersim
