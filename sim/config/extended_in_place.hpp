// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

namespace clustersim {

/// read_yaml_extended() for a document that is written within another one, whose folder is given.
Result<ConfigNode>
extended_in_place(ConfigNode node, std::filesystem::path const& folder, ParentFinder const& find);

}  // namespace clustersim
