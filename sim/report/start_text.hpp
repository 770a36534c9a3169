// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// One line for each job that did not always start, with the reason, and for each job that was preempted.
std::string start_notes(Study const& study);

}  // namespace clustersim
