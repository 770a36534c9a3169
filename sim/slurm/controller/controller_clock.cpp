// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/controller_clock.hpp"

#include "sim/core/ensure.hpp"

namespace clustersim::slurm {

void ControllerClock::set(Moment moment) {
    CS_ENSURE(moment >= moment_, "time does not go back");
    moment_ = moment;
    now_ = moment.second();
}

}  // namespace clustersim::slurm
