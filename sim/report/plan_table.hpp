// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/plan_search.hpp"
#include "sim/report/format.hpp"

#include <span>
#include <string>

namespace clustersim {

struct PlanHeading {
    std::string application;
    std::string system;
    std::string partition;
    std::string accelerator;
    int global_batch = 0;
    Plan own;  ///< the application's; plans are written as changes of it
};

/// The best plans of each device count; with several counts, those that no other beats in time and GPU-hours are
/// marked.
std::string
plans_text(PlanHeading const& heading, std::span<PlanSearch const> searches, Format format);

}  // namespace clustersim
