// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/look_options.hpp"
#include "sim/slurm/views/sshare.hpp"

#include <memory>

namespace clustersim {
namespace {

struct SshareCommand {
    LookQuestion look;
    slurm::SshareOptions view;
};

}  // namespace

void add_sshare_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("sshare",
                                   "Show shares and usage of accounts at a moment, as sshare does");
    auto command = std::make_shared<SshareCommand>();
    add_look_options(*sub, command->look);
    sub->add_flag("-a,--all", command->view.all, "print all users");
    sub->add_flag("-l,--long", command->view.long_form, "print level fairshare and minutes too");
    sub->add_flag("-m,--partition", command->view.partition, "print partitions too");
    sub->add_flag("-U,--Users", command->view.users_only, "print only users, no accounts");
    sub->add_flag("-n,--noheader", command->view.no_header, "print no header");
    add_style_options(*sub, command->view.style);
    add_list_option(*sub, "-u,--users", command->view.users, "only these users");
    add_list_option(*sub, "-A,--accounts", command->view.accounts, "only these accounts");
    sub->footer("Examples:\n"
                "  clustersim sshare results/study-1a2b3c4d --at 2d4h -a\n"
                "See also: clustersim sprio");
    sub->callback([command, &context] {
        if (auto const seen = look(command->look, context))
            context.print(slurm::sshare_text(seen->snapshot, command->view));
    });
}

}  // namespace clustersim
