// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <string>
#include <string_view>

namespace clustersim {

struct ConfigNode;

/// Reads YAML text as parse_yaml() does, but keys that are given twice do not keep the rest from being read: the first
/// value counts, and each further one is recorded in `doubled`.
Result<ConfigNode>
parse_with_doubled_keys(std::string_view text, std::string name, Diagnostics& doubled);

}  // namespace clustersim
