// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// Length of the longest of `known_as` whose words all occur in the text, ignoring case; 0 if none
/// matches. Tables of measurements name their hardware in free text: of several candidates the longest
/// match applies.
std::size_t longest_match(std::span<std::string const> known_as, std::string_view text);

}  // namespace clustersim
