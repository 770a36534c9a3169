// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/html/report_page.hpp"
#include "sim/scenario/study_inputs.hpp"

#include <vector>

namespace clustersim {

/// Adds resolved scenarios, the files that were read with them (StudyInputs::files), and the sources that those name.
void add_input_texts(ReportPage& page,
                     std::vector<ConfigNode> const& scenarios,
                     ConfigNode const& files);

/// Adds the resolved scenarios, everything that was read with them, the sources that the files name, and their hash.
void add_inputs(ReportPage& page, StudyInputs const& inputs);

}  // namespace clustersim
