// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <string>

namespace clustersim {

/// The diagnostics for editors and graders: schema clustersim/diagnostics/1, one JSON document.
std::string diagnostics_json(Diagnostics const& diagnostics);

}  // namespace clustersim
