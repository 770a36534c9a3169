// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/compare.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// "Not possible:" and a line with the reason of each run, after an empty line; empty if all are possible.
std::string impossible_text(std::vector<ImpossibleRun> const& impossible, Format format);

}  // namespace clustersim
