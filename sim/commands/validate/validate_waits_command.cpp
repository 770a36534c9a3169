// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/validate_waits_command.hpp"

#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/learning_options.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/commands/validate/waits_table.hpp"

#include <array>
#include <memory>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, SizeField>, 2> waiting_sizes{
    {{"requested", SizeField::requested}, {"allocated", SizeField::allocated}}};

struct ValidateWaits {
    WaitsQuestion question;
    std::int64_t learn = 0, simulate = 0, machine_size = 0;
    unsigned workers = 0;
    Format format = Format::table;
};

void score_waits_of(ValidateWaits const& command, CommandContext& context) {
    WaitsQuestion question = command.question;
    if (command.learn > 0) question.learn = static_cast<std::size_t>(command.learn);
    question.simulate = static_cast<std::size_t>(command.simulate);
    if (command.machine_size > 0) question.nodes = command.machine_size;
    LearningOptions const options = learning_options(command.workers, context);
    auto const found = validate_waits(question, options);
    if (context.quiet && found.answer) {
        context.print(waits_text(*found.answer, command.format));
        return;
    }
    if (auto const* answer = context.answer_of(found))
        context.print(waits_text(*answer, command.format));
}

}  // namespace

void add_validate_waits(Command& validate, CommandContext& context) {
    auto* sub = validate.add_subcommand(
        "waits",
        "Forecast the waits of a log job by job without the future, and score the forecasts");
    auto command = std::make_shared<ValidateWaits>();
    LogQuestion& log = command->question.log;
    sub->add_option("FILE",
                    log.files,
                    "logs with waits, plain or compressed: SWF (*.swf*), output of sacct "
                    "--parsable2 or jobs.csv of `import`; or CSV tables of jobs that waited at "
                    "snapshots (columns poll_time, start_time, ...)")
        ->required();
    sub->add_option("--learn",
                    command->learn,
                    "days of a log, or snapshots, that are only learned from (default: a third of "
                    "the days, at least 4; 10 snapshots)")
        ->at_least(1)
        ->type_name("N");
    add_partitions_option(*sub, log.partitions);
    sub->add_option(
           "--cores-per-node", log.cores_per_node, "processors of a node, for sizes of SWF")
        ->between(1, 1'000'000)
        ->type_name("N")
        ->capture_default_str()
        ->unit("processors");
    add_choice_option<SizeField>(*sub,
                                 "--size",
                                 log.size,
                                 waiting_sizes,
                                 "processors of SWF: requested (field 8) or allocated (field 5)");
    auto* simulate =
        sub->add_option("--simulate",
                        command->simulate,
                        "simulate the queue for N of the scored jobs of a log, too, without and "
                        "with the friction that its past shows: lost capacity, closed queues, "
                        "limits of users, order")
            ->at_least(1)
            ->type_name("N")
            ->unit("jobs");
    sub->add_option("--machine-size",
                    command->machine_size,
                    "nodes of the simulated machine, or processors of SWF without "
                    "--cores-per-node (default: the most in use at once so far)")
        ->between(1, 10'000'000)
        ->needs(simulate)
        ->type_name("N")
        ->unit("nodes or processors");
    add_workers_option(*sub, command->workers);
    add_format_option(*sub, command->format);
    sub->callback([command, &context] { score_waits_of(*command, context); });
    sub->footer("Examples:\n"
                "  clustersim validate waits log.swf.gz\n"
                "  clustersim validate waits log.swf.gz --simulate 1000 --machine-size 338\n"
                "  clustersim validate waits snapshots.csv.gz --format json\n"
                "See also: docs/waits.md");
}

}  // namespace clustersim
