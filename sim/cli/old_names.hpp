// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <optional>
#include <span>
#include <string>

namespace clustersim {

class Command;

/// The problem with a command line that uses a command of the last release by its old name: it names the new one.
/// Nothing of any other command line.
std::optional<Diagnostic> renamed_command(Command const& app, std::span<std::string const> words);

}  // namespace clustersim
