// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace clustersim {

/// Adds `--release`: a release of Slurm such as 24.11 or 24.11.5, whose rules are followed in place of the site's own.
CLI::Option* add_release_option(CLI::App& command, std::string& release);

}  // namespace clustersim
