// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

class Command;
class OptionRow;

/// Adds `--release`: a release of Slurm such as 24.11 or 24.11.5, whose rules are followed in place of the site's own.
OptionRow* add_release_option(Command& command, std::string& release);

}  // namespace clustersim
