// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/model/plan_answer.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// The best plans for each device count. With several counts, the plans that no other beats in both time and GPU-hours
/// are marked.
std::string plans_text(PlanAnswer const& answer, Format format);

}  // namespace clustersim
