// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"

// The commands of the rooms that a page does without: they are about files of the user's. Nothing is added for them, so
// the question "forecast" is answered with the commands that can be asked.
namespace clustersim {

void add_show_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_diff_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_sweep_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_replay_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_forecast_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_import_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_fit_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_validate_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_explain_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_squeue_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_sinfo_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_sprio_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_sshare_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_sacct_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_sdiag_command(Command& /*app*/, CommandContext& /*context*/) {}
void add_seff_command(Command& /*app*/, CommandContext& /*context*/) {}

}  // namespace clustersim
