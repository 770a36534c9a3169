// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/serving.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// One row for each rate or number of clients: latencies, then throughput and load.
std::string serving_text(ServingAnswer const& answer, Format format);

}  // namespace clustersim
