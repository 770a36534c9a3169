// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/validate/training_case.hpp"

namespace clustersim {

/// The run that an entry of MLPerf Training states in the columns of that set's table.
Result<TrainingCase> mlperf_case(MeasuredRow const& row, References const& references);

/// The same of an entry of v5.0 or later that tunes adapters, in the columns of the set lora.
Result<TrainingCase> lora_case(MeasuredRow const& row, References const& references);

}  // namespace clustersim
