// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

class Command;

/// docs/reference/commands.md: all commands with all their arguments and options, in Markdown.
std::string reference_page(Command const& app);

}  // namespace clustersim
