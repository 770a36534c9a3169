// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/study.hpp"

#include <string>

namespace clustersim {

/// "11 s (0 s – 1 h 15 min)". A quantile that no replicate bounds is "never"; where some replicates never
/// started, how many.
std::string wait_text(JobOutcome const& outcome);

/// Lines on the jobs that did not always start, with the reason, and on those that others stopped.
std::string start_notes(Study const& study);

}  // namespace clustersim
