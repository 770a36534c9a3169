// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cli/command.hpp"
#include "sim/cli/option_row.hpp"
#include "sim/report/format.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study_question.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

class Command;

/// Adds the options that every command working on a scenario shares.
void add_study_options(Command& command,
                       StudyQuestion& question,
                       unsigned& workers,
                       std::string const& name = "SCENARIO",
                       std::string const& file_is = "the scenario (- for stdin)",
                       ValueKind file_kind = ValueKind::scenario);

/// The folders in which a scenario finds its inputs, and the work of a run.
RunOptions
run_options(std::filesystem::path const& scenario, unsigned workers, CommandContext const& context);

/// Prints which partitions and QOS were chosen and why: below a table, on stderr for other formats.
void print_choices(std::vector<ResolvedRun> const& runs, Format format, CommandContext& context);

}  // namespace clustersim
