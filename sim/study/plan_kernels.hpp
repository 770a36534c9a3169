// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/kernel.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/step.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The distinct kernels of one training step on a device.
struct StepKernels {
    std::string accelerator;  ///< its model
    std::vector<Kernel> kernels;
    std::vector<Duration> times;  ///< predicted, one for each
};

/// Which kernels does a step of the application consist of? Takes one count of nodes, and no sweep.
Answered<StepKernels> step_kernels(StepQuestion const& question, Library const& library);

}  // namespace clustersim
