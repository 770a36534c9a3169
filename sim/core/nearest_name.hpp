// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace clustersim {

/// The known name nearest to `given` by edit distance with transposition, when near enough to be
/// what was meant.
std::optional<std::string> nearest_name(std::string_view given, std::span<std::string const> known);

/// "did you mean \"easy\"? known: fcfs, easy, conservative"; the question only when a name is near.
std::string did_you_mean(std::string_view given, std::span<std::string const> known);

}  // namespace clustersim
