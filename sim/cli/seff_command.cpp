// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/look_options.hpp"
#include "sim/slurm/views/seff.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace clustersim {
namespace {

struct SeffCommand {
    LookOptions look;
    std::string job;
};

}  // namespace

void add_seff_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand("seff", "How well a job used what it held, as seff prints it");
    sub->group(look_group);
    auto command = std::make_shared<SeffCommand>();
    add_look_options(*sub, command->look);
    sub->add_option("JOB", command->job, "number or name of the job, or a task as 10_2")
        ->required();
    sub->footer("Examples:\n"
                "  clustersim seff results/study-1a2b3c4d 1207 --at 3d\n"
                "See also: clustersim sacct");
    sub->callback([command, &context] {
        if (auto const snapshot = look(command->look, context))
            print_view(slurm::seff_text(*snapshot, command->job), context);
    });
}

}  // namespace clustersim
