// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// Length of the longest of `known_as` whose words all occur in the text, whatever their case; 0 where
/// none fits. Tables of measurements word their hardware freely: of several candidates the one with the
/// longest match is meant.
std::size_t longest_match(std::span<std::string const> known_as, std::string_view text);

}  // namespace clustersim
