// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <span>
#include <string>

namespace clustersim {

/// The diagnostics for editors and graders, as one JSON document of schema clustersim/diagnostics/1. `remarks` are the
/// other messages of a command, in the order in which they were printed.
std::string diagnostics_json(Diagnostics const& diagnostics,
                             std::span<std::string const> remarks = {});

/// The same without its head: a list on one line.
std::string problems_json(Diagnostics const& diagnostics);

}  // namespace clustersim
