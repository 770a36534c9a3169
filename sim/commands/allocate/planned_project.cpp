// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/allocate/planned_project.hpp"

namespace clustersim {

Upto cost_of(PlannedProject const& one) {
    if (one.granted_share > 0.0)
        return {one.granted_share * one.node_hours.value / one.node_hours.high, one.granted_share};
    return one.gpu_hours.value > 0.0 ? one.gpu_hours : one.node_hours;
}

}  // namespace clustersim
