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

/// How the priority of a project falls as it uses up its share of the allocation for a month. Amounts are parts of that
/// share: 1 is all of it.
struct MonthlyQuota {
    double falls_from = 0.0;  ///< use after which the priority falls, linearly
    double lowest_from =
        1.0;  ///< use after which the jobs come after those of all projects with quota left
};

/// Rules of a site that go beyond its Slurm.
struct SiteRules {
    std::optional<IdleEnd> idle_end;
    bool extends_time = false;  ///< users may lengthen the time limit of a running job
    std::optional<MonthlyQuota> monthly_quota;
};

}  // namespace clustersim
