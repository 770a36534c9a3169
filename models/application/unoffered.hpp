// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/plan_text.hpp"

#include <string_view>
#include <vector>

namespace clustersim {

/// A part of a plan that is asked for and that the application's software does not offer.
struct UnofferedPart {
    std::string_view part;  ///< as plans are written: "recompute"
    Diagnostic problem;     ///< without a place
};
std::vector<UnofferedPart> unoffered(PlanChanges const& asked, Application const& application);

/// The problems of `unoffered`.
Diagnostics check_offers(PlanChanges const& asked, Application const& application);

}  // namespace clustersim
