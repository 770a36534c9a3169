// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/calibrate_accelerator.hpp"
#include "sim/study/plan_kernels.hpp"

#include <string>

namespace clustersim {

/// The fitted figures, the errors by kernel and ceiling, and the measured beside the predicted time of each row. CSV has only
/// the rows.
std::string kernel_fit_text(KernelAnswer const& answer, Format format);

/// The kernels with their predicted times, in the columns of a table of measured kernels.
std::string step_kernels_csv(StepKernels const& answer);

}  // namespace clustersim
