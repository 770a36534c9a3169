// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/sinfo.hpp"

#include <memory>

namespace clustersim {
namespace {

struct SinfoCommand {
    LookQuestion look;
    slurm::SinfoOptions view;
};

}  // namespace

void add_sinfo_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("sinfo", "Show partitions and nodes at a moment, as sinfo does");
    auto command = std::make_shared<SinfoCommand>();
    add_look_options(*sub, command->look);
    sub->add_flag("-l,--long", command->view.long_form, "print limits and reasons too");
    sub->add_flag("-s,--summarize", command->view.summarize, "print one line per partition");
    sub->add_flag("-N,--Node", command->view.by_node, "print one line per node and partition");
    sub->add_flag("-R,--list-reasons", command->view.reasons, "print why nodes are out of service");
    sub->add_flag("-T,--reservation", command->view.reservations, "print reservations");
    sub->add_flag("--noheader", command->view.no_header, "print no header");
    sub->add_option("-o,--format", command->view.format, "columns such as \"%P %.6D %t %N\"")
        ->type_name("FORMAT");
    add_list_option(*sub, "-p,--partition", command->view.partitions, "only these partitions");
    add_list_option(*sub, "-t,--states", command->view.states, "only these states");
    add_list_option(*sub, "-n,--nodes", command->view.nodes, "only these nodes");
    sub->footer("Examples:\n"
                "  clustersim sinfo results/study-1a2b3c4d --at 2d4h -s\n"
                "  clustersim sinfo results/study-1a2b3c4d -t idle,plnd\n"
                "See also: clustersim squeue");
    sub->callback([command, &context] {
        if (auto const seen = look(command->look, context))
            print_view(slurm::sinfo_text(seen->snapshot, command->view), context);
    });
}

}  // namespace clustersim
