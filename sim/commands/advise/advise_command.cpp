// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/advise/advice_text.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/report/study_terms.hpp"
#include "sim/scenario/given_path.hpp"
#include "sim/study/script_file.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

namespace clustersim {
namespace {

struct AdviseCommand {
    StudyQuestion study;
    unsigned workers = 0;
    std::string system;
    std::string sbatch;  ///< options of the command line of sbatch
    std::string runtime;
    Format format = Format::table;
};

/// The clock of --begin=16:30 and the like.
slurm::Clock now() {
    auto const since = std::chrono::system_clock::now().time_since_epoch();
    return {Instant{0}, Seconds{std::chrono::duration_cast<std::chrono::seconds>(since).count()}};
}

std::optional<Seconds> given_runtime(AdviseCommand const& command) {
    if (command.runtime.empty()) return std::nullopt;
    return round_up(seconds(parse_quantity(command.runtime, Dimension::time).value()));
}

void advise_script(AdviseCommand const& command, CommandContext& context) {
    RunOptions const options = run_options(command.study.file.path, command.workers, context);
    GivenFile const file = command.study.file.file();
    auto const text = read_script_file(file);
    if (!text) {
        context.report(text.error());
        return;
    }
    auto script = read_job_script(*text, file.name(), command.sbatch, now());
    if (context.value_of(script) == nullptr) return;
    auto const advice =
        advise({.script = std::move(*script),
                .system = given_path(command.system, options.library.scenario_folder),
                .runtime = given_runtime(command),
                .settings = command.study.settings()},
               options);
    if (!advice) {
        context.report(advice.error());
        return;
    }
    context.report(advice->notes);
    if (!advice->study.complete) context.set_interrupted();
    if (!advice->study.complete && fewest_replicates(advice->study) == 0)
        context.remark(incomplete_note(advice->study));
    else
        context.print(advice_text(*advice, command.format));
}

std::string check_runtime(std::string const& text) {
    auto const time = parse_quantity(text, Dimension::time);
    if (!time) return time.error();
    return *time > 0.0 ? std::string{} : std::string("the run time must be above 0");
}

}  // namespace

void add_advise_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("advise",
                                   "Check a job script; predict its start, cost and improvements");
    auto command = std::make_shared<AdviseCommand>();
    add_study_options(*sub,
                      command->study,
                      command->workers,
                      "SCRIPT",
                      "the job script, as for sbatch (- for stdin)",
                      ValueKind::script);
    add_system_option(*sub, command->system)->required();
    sub->add_option("--runtime",
                    command->runtime,
                    "how long the job runs, such as '2 h' (default: until its limit ends it)")
        ->check(check_runtime)
        ->takes(ValueKind::duration, "TIME")
        ->example("2 h");
    sub->add_option("--sbatch",
                    command->sbatch,
                    "options that are given to sbatch besides the script, such as '-t 2:00:00'")
        ->type_name("OPTIONS")
        ->example("-t 2:00:00");
    add_format_option(*sub, command->format);
    sub->footer("Examples:\n"
                "  clustersim advise job.sbatch --system lumi\n"
                "  clustersim advise job.sbatch --system puhti --runtime '20 min'\n"
                "  clustersim advise job.sbatch --system mahti --sbatch '-p gpumedium'\n"
                "See also: docs/advise.md, clustersim run");
    sub->callback([command, &context] { advise_script(*command, context); });
}

}  // namespace clustersim
