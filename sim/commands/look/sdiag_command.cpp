// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/sdiag.hpp"

#include <memory>

namespace clustersim {

void add_sdiag_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("sdiag", "Show the scheduler's statistics, as sdiag does");
    auto options = std::make_shared<LookQuestion>();
    add_look_options(*sub, *options);
    sub->footer("Examples:\n"
                "  clustersim sdiag results/study-1a2b3c4d --at 2d4h");
    sub->callback([options, &context] {
        if (auto const seen = look(*options, context))
            context.print(slurm::sdiag_text(seen->snapshot));
    });
}

}  // namespace clustersim
