// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"
#include "sim/scenario/input_cache.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// Re-places problems without a place at a value of the mapping.
Diagnostics at_key(Diagnostics const& problems, ConfigNode const& mapping, std::string_view key);

/// Empty for `slurm` and every policy; else the problem, with the nearest name.
Diagnostics unknown_scheduler(std::string const& name);
Diagnostics unknown_partition(System const& system, std::string const& name);

/// Looks up every machine, partition, scheduler, mix and application that a scenario names, whatever else is wrong with
/// it, and reports those that are not known. What is no name at all is left to the reader of scenarios.
Diagnostics unknown_names(ConfigNode const& scenario, InputCache& inputs);

}  // namespace clustersim
