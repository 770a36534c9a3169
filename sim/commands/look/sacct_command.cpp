// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/sacct.hpp"

#include <memory>

namespace clustersim {
namespace {

struct SacctCommand {
    LookQuestion look;
    slurm::SacctOptions view;
};

void show_accounting(SacctCommand const& command, CommandContext& context) {
    auto const seen = look(command.look, context);
    if (!seen) return;
    slurm::SacctOptions view = command.view;
    view.start = seen->since;
    view.end = seen->until;
    print_view(slurm::sacct_text(seen->snapshot, view), context);
}

}  // namespace

void add_sacct_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("sacct", "Show the accounting up to a moment, as sacct does");
    auto command = std::make_shared<SacctCommand>();
    add_look_options(*sub, command->look);
    sub->add_flag("-b,--brief", command->view.brief, "print only job, state and exit code");
    sub->add_flag("-X,--allocations", command->view.allocations, "print no job steps");
    sub->add_flag("-D,--duplicates", command->view.duplicates, "print every run of a requeued job");
    sub->add_flag("-n,--noheader", command->view.no_header, "print no header");
    add_style_options(*sub, command->view.style);
    sub->add_option("-o,--format", command->view.format, "fields such as JobID%20,State,Elapsed")
        ->type_name("FIELDS");
    sub->add_option("-S,--starttime",
                    command->look.since,
                    "only jobs that were pending or running after this moment (default: midnight)")
        ->type_name("TIME");
    sub->add_option("-E,--endtime",
                    command->look.until,
                    "only jobs that were pending or running before this moment")
        ->type_name("TIME");
    add_list_option(*sub, "-u,--user", command->view.users, "only jobs of these users");
    add_list_option(*sub, "-A,--accounts", command->view.accounts, "only these accounts");
    add_list_option(*sub, "-r,--partition", command->view.partitions, "only these partitions");
    add_list_option(*sub, "-s,--state", command->view.states, "only these states");
    add_list_option(*sub, "-j,--jobs", command->view.jobs, "only these jobs, by number or name");
    sub->footer("Examples:\n"
                "  clustersim sacct results/study-1a2b3c4d --at 2d4h -X\n"
                "  clustersim sacct results/study-1a2b3c4d -S 0 -P -o "
                "JobID,User,Start,End,AllocTRES > jobs.txt\n"
                "See also: clustersim seff");
    sub->callback([command, &context] { show_accounting(*command, context); });
}

}  // namespace clustersim
