// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_outcome.hpp"

#include <string>

namespace clustersim {

/// The range of a wait without its median: "0 s – 2 h".
std::string wait_range_alone(JobOutcome const& outcome);

/// The same with the median, if it means something: of at least eight replicates, and with an interval of its own (95 %)
/// that reaches over a factor of two at most.
std::string wait_text_of(JobOutcome const& outcome);

}  // namespace clustersim
