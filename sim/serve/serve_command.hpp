// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

class Command;
class CommandContext;

/// Adds `serve`, which answers questions over HTTP. `app` has all commands when it is used.
void add_serve_command(Command& app, CommandContext& context);

}  // namespace clustersim
