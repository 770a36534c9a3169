// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/input_costs.hpp"

namespace clustersim {

/// Adds the other ways in which the job could read its dataset (archives read in sequence, copies on the disks or in
/// the memory of its nodes) with their times, if they are possible, and what its default quotas do not hold.
void add_input_choices(InputCosts& costs,
                       JobSpec const& job,
                       InputPlace place,
                       Application const* application,
                       TrainingPrediction const* prediction);

}  // namespace clustersim
