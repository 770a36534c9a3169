// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_outcome.hpp"

#include <string>

namespace clustersim {

/// The time of one run with its range; of a run over several submissions with the waits between them.
std::string run_text(JobOutcome const& outcome);

}  // namespace clustersim
