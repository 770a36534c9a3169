// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"

namespace clustersim {
namespace {

/// A command of a room that this edition does without: it is about files of the user's, or starts programs. worker.js says
/// so to who asks it.
void add_elsewhere(Command& app, char const* name) {
    app.add_subcommand(name, "answered by an installed clustersim alone");
}

}  // namespace

void add_show_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "show");
}
void add_diff_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "diff");
}
void add_sweep_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "sweep");
}
void add_replay_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "replay");
}
void add_forecast_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "forecast");
}
void add_import_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "import");
}
void add_fit_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "fit");
}
void add_validate_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "validate");
}
void add_explain_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "explain");
}
void add_squeue_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "squeue");
}
void add_sinfo_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "sinfo");
}
void add_sprio_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "sprio");
}
void add_sshare_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "sshare");
}
void add_sacct_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "sacct");
}
void add_sdiag_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "sdiag");
}
void add_seff_command(Command& app, CommandContext& /*context*/) {
    add_elsewhere(app, "seff");
}

}  // namespace clustersim
