// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/fit/fit_accelerator_command.hpp"
#include "sim/commands/fit/fit_links_command.hpp"
#include "sim/commands/fit/fit_mix_command.hpp"
#include "sim/commands/fit/fit_pilot_command.hpp"
#include "sim/commands/fit/fit_waits_command.hpp"

namespace clustersim {

void add_fit_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("fit", "Fit a model to logs, pilot runs or measurements");
    sub->require_subcommand(1);
    add_fit_mix(*sub, context);
    add_fit_waits(*sub, context);
    add_fit_pilot(*sub, context);
    add_fit_links(*sub, context);
    add_fit_accelerator(*sub, context);
    sub->footer("See also: clustersim fit mix --help, clustersim fit pilot --help");
}

}  // namespace clustersim
