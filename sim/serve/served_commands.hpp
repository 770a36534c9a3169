// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

namespace clustersim {

class Command;

/// A command that can be asked over HTTP.
struct ServedCommand {
    std::string name;     ///< "systems show"
    std::string summary;  ///< one line
    std::string schema;   ///< of its questions, in JSON
};

/// The commands that a server answers, by the table of commands.
struct ServedCommands {
    std::map<std::string, ServedCommand> by_name;
    std::map<std::string, std::string> left_out;  ///< by name, why
};

ServedCommands served_commands(Command const& app);

/// "systems/show" in an address.
std::string path_of_command(std::string name);

/// The schemas of all commands by their names.
std::string served_schemas(ServedCommands const& commands);

/// A description of the interface for tools (OpenAPI 3.1).
std::string openapi_document(ServedCommands const& commands);

}  // namespace clustersim
