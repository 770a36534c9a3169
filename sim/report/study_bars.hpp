// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// The answers as pictures of characters, for a terminal: the efficiency of each row of a scaling curve, and what the
/// queue of the first replicate used over time. Empty in other formats, or if there is nothing to draw.
std::string study_bars(Study const& study, Format format);

}  // namespace clustersim
