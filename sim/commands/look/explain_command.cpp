// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/commands/look/explain_job_command.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace clustersim {
namespace {

void explain(std::string const& id, CommandContext& context) {
    std::vector<std::string> known;
    for (CodeEntry const& entry : diagnostic_codes()) {
        known.emplace_back(entry.id);
        if (entry.id == id) {
            context.print(fmt::format("{}: {}\n\n{}\n", entry.id, entry.title, entry.explanation));
            return;
        }
    }
    Diagnostics unknown;
    unknown.add(problem(
        Code::unknown_name, fmt::format("there is no message {}", id), did_you_mean(id, known)));
    // A wrong word on the command line is a usage error, whatever the code of the message. The first exit code wins.
    context.set_exit(Fault::usage);
    context.report(unknown);
}

}  // namespace

void add_explain_command(Command& app, CommandContext& context) {
    auto* command =
        app.add_subcommand("explain", "Explain a message such as CS0103, or why a job waited");
    auto what = std::make_shared<std::string>();
    auto job = std::make_shared<std::string>();
    auto look = std::make_shared<LookQuestion>();
    command
        ->add_option("WHAT",
                     *what,
                     "the code in brackets after `error`, or a result folder if --job is given")
        ->required();
    auto* named = command->add_option("--job",
                                      *job,
                                      "explain this job of a run with `scheduler: slurm`; JOB is "
                                      "its name in the study or a job ID that squeue shows");
    add_replicate_options(*command, *look);
    command->footer("Examples:\n"
                    "  clustersim explain CS0106\n"
                    "  clustersim explain results/study-1a2b3c4d --job train\n"
                    "See also: clustersim squeue");
    command->callback([what, job, look, named, &context] {
        if (named->count() == 0) {
            explain(*what, context);
            return;
        }
        look->folder = *what;
        explain_job(*look, *job, context);
    });
}

}  // namespace clustersim
