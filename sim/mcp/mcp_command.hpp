// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

class Command;
class CommandContext;

/// `clustersim mcp`: the read-only questions as tools of the Model Context Protocol, on standard input and output.
void add_mcp_command(Command& app, CommandContext& context);

}  // namespace clustersim
