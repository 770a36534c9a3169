// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <span>
#include <string>

namespace clustersim {

/// The diagnostics for editors and graders: schema clustersim/diagnostics/1, one JSON document. `remarks` are what a
/// command says to people besides, in the order said.
std::string diagnostics_json(Diagnostics const& diagnostics,
                             std::span<std::string const> remarks = {});

}  // namespace clustersim
