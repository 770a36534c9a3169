// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

class Command;

/// The problem with a command line that uses a command of the last release by its old name: it names the new one.
/// Nothing of any other command line.
std::optional<Diagnostic> renamed_command(Command const& app, std::span<std::string const> words);

/// As did_you_mean for the name of a command; if a name of the last release is nearer, it says what that is now.
std::string meant_command(std::string const& given, std::vector<std::string> const& known);

}  // namespace clustersim
