// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <span>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class ParseError;
}  // namespace CLI

namespace clustersim {

/// The command that was being read when an option turned out wrong, as "clustersim calibrate application".
std::string command_path(CLI::App const& app);

/// What is wrong with a command line that could not be parsed: the word that is no command or no option, with the
/// nearest one, or what the library says.
Diagnostic
wrong_use(CLI::App const& app, CLI::ParseError const& error, std::span<std::string const> words);

}  // namespace clustersim
