// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/inference/inference_answer.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// One row for each batch: latencies with their ranges, throughput, GPU-hours and memory.
std::string inference_text(InferenceAnswer const& answer, Format format);

}  // namespace clustersim
