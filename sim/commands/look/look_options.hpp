// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/commands/look/queue_look.hpp"
#include "sim/core/result.hpp"
#include "sim/slurm/views/record_format.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

class Command;
class OptionRow;

/// Adds --replicate and --variant.
void add_replicate_options(Command& command, LookQuestion& question);
/// Adds RESULT and --at too.
void add_look_options(Command& command, LookQuestion& question);

/// Simulates the queue up to the moment and returns what Slurm's commands show. An error is reported, and nothing is
/// returned.
std::optional<LookAnswer> look(LookQuestion const& question, CommandContext& context);

/// Adds an option that takes a comma-separated list and appends its items to `into`.
OptionRow* add_list_option(Command& command,
                           std::string const& names,
                           std::vector<std::string>& into,
                           std::string const& description);

/// Adds -p and -P, for records with | between their fields.
void add_style_options(Command& command, slurm::RecordStyle& style);

/// Prints the text, or reports a usage error.
void print_view(Result<std::string> const& text, CommandContext& context);

}  // namespace clustersim
