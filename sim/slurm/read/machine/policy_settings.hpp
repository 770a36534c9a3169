// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/slurm/read/conf/conf_settings.hpp"

#include <span>
#include <string_view>

namespace clustersim::slurm {

/// Reads one parameter of a policy by its name in slurm.conf ("PriorityDecayHalfLife: 14-0"), or by the word of a list
/// ("bf_max_job_test: 1000"), with a value as slurm.conf writes it. A list is text ("bf_window=2880,defer"), a sequence
/// of words or a mapping; each of its words changes only itself, and `no` turns a flag off. Writes what the parameter
/// sets into `block`, in the form of a site file and with the place of the value. Adds all problems: an error for a name
/// that is unknown or not emulated, a warning for one that has no effect on schedules. `other` are keys that the caller
/// reads, for suggestions.
void read_policy_setting(ConfigNode::Entry const& entry,
                         std::span<std::string_view const> other,
                         ConfigNode& block,
                         Diagnostics& problems);

}  // namespace clustersim::slurm
