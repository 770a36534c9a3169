// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <optional>
#include <span>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class ParseError;
}

namespace clustersim {

class Command;

/// The problem with a variable of the environment that gives an option of the command its value.
std::optional<Diagnostic> wrong_variable(Command const& asked);

/// Why a command line could not be parsed: the word that is not a known command or option, with the nearest name, or
/// the message of CLI11.
Diagnostic
wrong_use(Command const& app, CLI::ParseError const& error, std::span<std::string const> words);

}  // namespace clustersim
