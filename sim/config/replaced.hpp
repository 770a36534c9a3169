// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// In documents with `sources:`, merge_onto() keeps the annotations of a parent that a child replaces, for the parent's own
/// numbers: "source, replaced" beside "source".
inline constexpr std::string_view replaced_suffix = ", replaced";

}  // namespace clustersim
