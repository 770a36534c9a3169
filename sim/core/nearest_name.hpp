// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// The known name nearest to `given` by edit distance with transpositions, if it is near enough to
/// be meant.
std::optional<std::string> nearest_name(std::string_view given, std::span<std::string const> known);

/// "did you mean \"easy\"? known: fcfs, easy, conservative"; the question only if a name is near. Of
/// many names only the nearest are listed.
std::string did_you_mean(std::string_view given, std::span<std::string const> known);

}  // namespace clustersim
