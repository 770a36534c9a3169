// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/controller_clock.hpp"

#include "sim/core/ensure.hpp"

namespace clustersim::slurm {

void ControllerClock::set(std::int64_t ms) {
    CS_ENSURE(ms >= now_ms_, "time does not go back");
    now_ms_ = ms;
    now_ = whole_seconds(ms);
}

}  // namespace clustersim::slurm
