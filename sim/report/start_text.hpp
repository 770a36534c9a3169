// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// Lines on the jobs that did not always start, with the reason, and on those that others stopped.
std::string start_notes(Study const& study);

}  // namespace clustersim
