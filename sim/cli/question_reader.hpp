// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/trust.hpp"
#include "sim/core/result.hpp"

namespace clustersim {

class Command;
struct JsonValue;

/// Reads {"command": "step", "app": "gpt-857m", …} against the commands of the program, and gives the command that it asks
/// the values of its keys. Every problem is reported with its place.
Result<Command*> read_question(Command& app, JsonValue const& question, Trust trust);

}  // namespace clustersim
