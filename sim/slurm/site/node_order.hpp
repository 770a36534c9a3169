// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_config.hpp"

#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// True if slurmctld gives the first name a lower index: numbers in names compare by value, n9 before n10. Numbers of
/// which one begins with 0 compare digit by digit.
[[nodiscard]] bool named_before(std::string_view a, std::string_view b);

/// Orders nodes by name, as slurmctld does after it has read them (spec 1.2.1).
void order_by_name(std::vector<Node>& nodes);

}  // namespace clustersim::slurm
