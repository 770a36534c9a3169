// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

namespace clustersim {

/// Reads a text that a larger one holds; nodes and problems have their place in that.
Result<ConfigNode> parse_held(GivenDocument::Held const& held);

}  // namespace clustersim
