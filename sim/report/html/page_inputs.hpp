// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/scenario/study_inputs.hpp"

namespace clustersim {

/// Adds the resolved scenarios, everything that was read with them, and the sources that the files name.
void add_inputs(ReportPage& page, StudyInputs const& inputs);

}  // namespace clustersim
