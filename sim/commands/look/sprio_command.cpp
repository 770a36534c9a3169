// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/sprio.hpp"

#include <memory>

namespace clustersim {
namespace {

struct SprioCommand {
    LookQuestion look;
    slurm::SprioOptions view;
};

}  // namespace

void add_sprio_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("sprio", "Show the priority factors of pending jobs, as sprio does");
    auto command = std::make_shared<SprioCommand>();
    add_look_options(*sub, command->look);
    sub->add_flag(
        "-l,--long", command->view.long_form, "print every factor, also those without weight");
    sub->add_flag("-n,--norm", command->view.norm, "print the factors before weighting");
    sub->add_flag("-w,--weights", command->view.weights, "print the weights");
    sub->add_flag("--noheader", command->view.no_header, "print no header");
    sub->add_option("-o,--format", command->view.format, "columns such as \"%.15i %9r %.10Y\"")
        ->type_name("FORMAT");
    add_list_option(*sub, "-u,--user", command->view.users, "only jobs of these users");
    add_list_option(*sub, "-p,--partition", command->view.partitions, "only these partitions");
    add_list_option(*sub, "-j,--jobs", command->view.jobs, "only these jobs, by number or name");
    sub->footer("Examples:\n"
                "  clustersim sprio results/study-1a2b3c4d --at 2d4h\n"
                "  clustersim sprio results/study-1a2b3c4d -w\n"
                "See also: clustersim squeue, clustersim sshare");
    sub->callback([command, &context] {
        if (auto const seen = look(command->look, context))
            print_view(slurm::sprio_text(seen->snapshot, command->view), context);
    });
}

}  // namespace clustersim
