// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/help_topics.hpp"

#include <string>

namespace clustersim {

class Command;

/// The manual page of the program or of one of its commands with all its subcommands, in the macros man(7), in ASCII.
std::string man_page(Command const& command);
/// The manual page of a topic.
std::string man_page(HelpTopic const& topic);

/// "clustersim-run.1" and "clustersim-units.7".
std::string man_file(Command const& command);
std::string man_file(HelpTopic const& topic);

}  // namespace clustersim
