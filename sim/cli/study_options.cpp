// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/study_options.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/release_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/report/choice_text.hpp"

#include <string>

namespace clustersim {

RunOptions run_options(std::filesystem::path const& scenario,
                       unsigned workers,
                       CommandContext const& context) {
    RunOptions options;
    options.library = {.systems = context.data.systems(),
                       .applications = context.data.applications(),
                       .mixes = context.data.mixes(),
                       .scenario_folder = scenario.parent_path()};
    options.work = context.work(workers, "replicates");
    options.queues = context.queues;
    options.warming = context.stage_counter("warming up queue");
    return options;
}

void add_study_options(Command& command,
                       StudyQuestion& question,
                       unsigned& workers,
                       std::string const& name,
                       std::string const& file_is,
                       ValueKind file_kind) {
    command.add_option(name, question.file, file_is)->required()->takes(file_kind);
    add_seed_option(command, question.seed)->envname("CLUSTERSIM_SEED");
    add_replicates_option(command, question.replicates);
    command
        .add_option("--precision",
                    question.precision,
                    "simulate more queues until the median wait is known to this share of itself, "
                    "such as 0.1")
        ->between(0.001, 1.0)
        ->unit("1")
        ->example("0.1");
    command
        .add_option(
            "--set", question.set, "change one value: --set jobs.train.nodes=8 (repeatable)")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false)
        ->example("jobs.train.nodes=8");
    add_release_option(command, question.release);
    add_workers_option(command, workers);
    make_rare(command, {"--precision", "--release", "--workers"});
}

void print_choices(std::vector<ResolvedRun> const& runs, Format format, CommandContext& context) {
    std::string const text = choice_text(runs);
    if (text.empty()) return;
    // In the other formats, stdout may hold nothing but data.
    bool const prose = format == Format::table || format == Format::markdown;
    if (prose)
        context.print("\n" + text);
    else
        context.remark(text);
}

}  // namespace clustersim
