// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/core/nearest_name.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <vector>

namespace clustersim {
namespace {

void explain(std::string const& id, CommandContext& context) {
    std::vector<std::string> known;
    for (CodeEntry const& entry : diagnostic_codes()) {
        known.emplace_back(entry.id);
        if (entry.id == id) {
            context.print(fmt::format("{}: {}\n\n{}\n", entry.id, entry.title, entry.explanation));
            return;
        }
    }
    Diagnostics unknown;
    unknown.add(problem(
        Code::unknown_name, fmt::format("there is no message {}", id), did_you_mean(id, known)));
    // A wrong word on the command line is wrong use, whatever the message's own fault; the first wins.
    context.set_exit(Fault::usage);
    context.tell(unknown);
}

}  // namespace

void add_explain_command(CLI::App& app, CommandContext& context) {
    auto* command = app.add_subcommand("explain", "Explain a message such as CS0103");
    auto id = std::make_shared<std::string>();
    command->add_option("CODE", *id, "the code in brackets behind `error`")->required();
    command->callback([id, &context] { explain(*id, context); });
}

}  // namespace clustersim
