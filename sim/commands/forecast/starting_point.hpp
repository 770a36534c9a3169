// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/forecast/forecast_question.hpp"
#include "sim/slurm/controller/controller.hpp"

namespace clustersim {

/// One request and the queue that it waits in, at the moment of the snapshot.
struct StartingPoint {
    slurm::Controller controller;
    slurm::TakeOver taken;
    QueuedTarget target;
};

}  // namespace clustersim
