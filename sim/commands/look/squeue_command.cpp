// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/squeue.hpp"

#include <memory>

namespace clustersim {
namespace {

struct SqueueCommand {
    LookQuestion look;
    slurm::SqueueOptions view;
};

}  // namespace

void add_squeue_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("squeue", "Show the queue at a moment, as squeue does");
    auto command = std::make_shared<SqueueCommand>();
    add_look_options(*sub, command->look);
    sub->add_flag("-l,--long", command->view.long_form, "print limits and long state names too");
    sub->add_flag("--start", command->view.start, "print start estimates of pending jobs");
    sub->add_flag("-r,--array", command->view.array, "print one line per array task");
    sub->add_flag("--noheader", command->view.no_header, "print no header");
    sub->add_option("-o,--format", command->view.format, "columns such as \"%.18i %.9P %Q %R\"")
        ->type_name("FORMAT");
    sub->add_option("-S,--sort", command->view.sort, "sort keys such as \"P,t,-p\"")
        ->type_name("KEYS");
    add_list_option(*sub, "-u,--user", command->view.users, "only jobs of these users");
    add_list_option(*sub, "-p,--partition", command->view.partitions, "only these partitions");
    add_list_option(*sub, "-t,--states", command->view.states, "only these states, or all");
    add_list_option(*sub, "-j,--jobs", command->view.jobs, "only these jobs, by number or name");
    add_list_option(*sub, "-A,--account", command->view.accounts, "only these accounts");
    add_list_option(*sub, "--qos", command->view.qos, "only these QOS");
    sub->footer("Examples:\n"
                "  clustersim squeue results/study-1a2b3c4d --at 2d4h\n"
                "  clustersim squeue results/study-1a2b3c4d --at submit+10m --start -p boost\n"
                "See also: clustersim sprio, clustersim explain RESULT --job NAME");
    sub->callback([command, &context] {
        if (auto const seen = look(command->look, context))
            print_view(slurm::squeue_text(seen->snapshot, command->view), context);
    });
}

}  // namespace clustersim
