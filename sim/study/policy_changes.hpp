// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// A policy from options of the command line, later ones on top: "KEY=VALUE" with a key below `policy:`
/// ("bf_max_job_test=1000"), or the path of a YAML file with a `policy:` or with its contents. `option` is the option's
/// name for messages. A null node if there are none.
Result<ConfigNode> policy_of(std::vector<std::string> const& changes, std::string const& option);

}  // namespace clustersim
