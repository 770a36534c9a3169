// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// What a start at night saves of the CO2e of a job's electricity, in a line; empty unless the scenario asks for hours.
std::string start_hours_text(JobPrediction const& prediction);

/// The same of each job of a study, with the job's name.
std::string start_hours_notes(Study const& study);

}  // namespace clustersim
