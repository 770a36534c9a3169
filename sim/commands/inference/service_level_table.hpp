// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/service_level.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// The choice, with a row for each width of replicas.
std::string level_text(LevelAnswer const& answer, Format format);

}  // namespace clustersim
