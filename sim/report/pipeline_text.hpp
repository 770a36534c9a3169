// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// A time with its range over the replicates: "2 h (1.1 – 2.9)", or "never".
std::string span_text(SampleRange const& range);

/// What jobs cost together: "8 GPU-h, 1 node-h, 4 GPU-h billed, 3.1 kWh"; empty if nothing is known.
std::string costs_text(PipelineAnswer const& pipeline);

/// One line for each run in which jobs wait for others: the time from their submission to the last end, and the sums of
/// their costs. Empty without such a run.
std::string pipeline_notes(Study const& study);

}  // namespace clustersim
