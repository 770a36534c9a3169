// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/views/text.hpp"

#include <string_view>

namespace clustersim::slurm {

/// "PD", or the code of the flag shown in place of the base state (spec 2.1).
std::string_view shown_state_code(JobView const& job);
/// "PENDING", or the name of that flag.
std::string_view shown_state_name(JobView const& job);

}  // namespace clustersim::slurm
