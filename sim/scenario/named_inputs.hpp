// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/config/document.hpp"
#include "sim/scenario/input_cache.hpp"

#include <string>
#include <string_view>

namespace clustersim {

/// Gives problems without a place the place of a value in the mapping.
Diagnostics at_key(Diagnostics const& problems, ConfigNode const& mapping, std::string_view key);

/// The value of `mix` with which a scenario takes the background load that the machine file names
/// for the partition.
constexpr std::string_view typical_mix = "typical";

/// False for `none` and `typical`.
bool is_mix_file(std::string_view mix);

/// Empty if the scheduler is `slurm` or a policy; else the problem, with the nearest name.
Diagnostics unknown_scheduler(std::string const& name);
Diagnostics unknown_partition(System const& system, std::string const& name);

/// Looks up every machine, partition, scheduler, mix and application that a scenario names, even if it has other
/// errors, and reports the unknown ones. Values of a wrong type are left to the reader of scenarios.
Diagnostics unknown_names(ConfigNode const& scenario, InputCache& inputs);

}  // namespace clustersim
