// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// The texts of a machine from StudyInputs::files. CS0104 if it is not there.
Result<MachineDocuments> stored_machine(ConfigNode const& files, std::string const& name);
/// The same for an application, a mix or a grid: `kind` is "applications", "mixes" or "grids".
Result<ConfigNode>
stored_document(ConfigNode const& files, std::string_view kind, std::string const& name);

}  // namespace clustersim
