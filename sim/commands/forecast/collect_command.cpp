// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/commands/forecast/collect_script.hpp"

namespace clustersim {

void add_collect_command(Command& app, CommandContext& context) {
    Command* command = app.add_subcommand(
        "collect", "Print a shell script that collects the present queue of a Slurm cluster");
    command->footer("The script needs a login node, ordinary rights and POSIX tools. It only\n"
                    "reads, and it names what the site hides. Names of users, accounts and jobs\n"
                    "are hashed unless its option --names keeps them.\n"
                    "Examples:\n"
                    "  clustersim collect > collect.sh\n"
                    "  sh collect.sh                       (on the login node; writes "
                    "queue-CLUSTER-TIME.tar.gz)\n"
                    "  clustersim import queue queue-CLUSTER-TIME.tar.gz -o now/\n"
                    "See also: docs/forecast.md, clustersim forecast --help");
    command->callback([&context] { context.print(collect_script()); });
}

}  // namespace clustersim
