// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan_text.hpp"
#include "sim/config/reader.hpp"

#include <string_view>

namespace clustersim {

/// Reads the keys of `training:` that fix parts of the parallel plan. `tensor` without `pipeline` means one stage, as on
/// a launcher's command line.
PlanChanges read_plan_keys(Reader& training);

/// The key of `training:` that fixes a part of a plan: "tensor" for "tp".
std::string_view training_key(std::string_view part);

}  // namespace clustersim
