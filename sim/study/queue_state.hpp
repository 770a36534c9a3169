// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/backlog.hpp"
#include "sim/core/quantity.hpp"

namespace clustersim {

/// The queue at the instant of the study's submission, without the study's jobs.
struct QueueState {
    double busy = 0.0;   ///< share of the partition's nodes, or accelerators if jobs share nodes
    Duration backlog{};  ///< requested time of the waiting jobs, per such unit
    QueueLength length = QueueLength::usual;  ///< if the backlog is a range
};

}  // namespace clustersim
