// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/time.hpp"

#include <optional>

namespace clustersim {

/// A site's automatic check that cancels jobs with idle accelerators.
struct IdleEnd {
    Watts below{};    ///< mean power per accelerator since the start
    Seconds after{};  ///< run time before which no job is checked
    bool spares_interactive = false;
    bool spares_reservations = false;
};

/// Rules of a site that go beyond its Slurm.
struct SiteRules {
    std::optional<IdleEnd> idle_end;
    bool extends_time = false;  ///< users may lengthen the time limit of a running job
};

}  // namespace clustersim
