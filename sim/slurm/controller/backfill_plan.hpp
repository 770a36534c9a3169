// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/license_plan.hpp"
#include "sim/slurm/controller/node_plan.hpp"

namespace clustersim::slurm {

/// What a backfill cycle has promised so far.
struct BackfillPlan {
    NodePlan nodes;
    LicensePlan licenses;  ///< empty without bf_licenses
};

}  // namespace clustersim::slurm
