// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/seff.hpp"

#include <memory>

namespace clustersim {
namespace {

struct SeffCommand {
    LookQuestion look;
    std::string job;
};

}  // namespace

void add_seff_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("seff", "Show how efficiently a job used its allocation, as seff does");
    auto command = std::make_shared<SeffCommand>();
    add_look_options(*sub, command->look);
    sub->add_option("JOB", command->job, "ID or name of the job, or an array task such as 10_2")
        ->required();
    sub->footer("Examples:\n"
                "  clustersim seff results/study-1a2b3c4d 1207 --at 3d\n"
                "See also: clustersim sacct");
    sub->callback([command, &context] {
        if (auto const seen = look(command->look, context))
            print_view(slurm::seff_text(seen->snapshot, command->job), context);
    });
}

}  // namespace clustersim
