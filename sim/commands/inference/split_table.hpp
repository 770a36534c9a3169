// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/split_serving.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// One row for each rate or number of clients.
std::string split_text(SplitAnswer const& answer, Format format);

}  // namespace clustersim
