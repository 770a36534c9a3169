// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/look/look_options.hpp"

#include "sim/cli/command_table.hpp"
#include "sim/core/ascii.hpp"

#include <utility>

namespace clustersim {

void add_replicate_options(Command& command, LookQuestion& question) {
    command
        .add_option("--replicate",
                    question.replicate,
                    "number of the simulated queue, as in jobs.csv (default: the one with the "
                    "median wait of the study's first job)")
        ->type_name("N");
    command
        .add_option(
            "--variant", question.variant, "number of the variant, in the order of jobs.csv")
        ->type_name("N")
        ->capture_default_str();
}

void add_look_options(Command& command, LookQuestion& question) {
    command.add_option("RESULT", question.folder, "result folder of a run with `scheduler: slurm`")
        ->required()
        ->takes(ValueKind::folder, "DIR");
    command
        .add_option("--at",
                    question.at,
                    "moment to show: 2d4h or seconds since the start of the simulated queue, "
                    "submit, submit+30m, or 2026-01-03T12:00:00")
        ->type_name("TIME")
        ->capture_default_str()
        ->example("2d4h");
    add_replicate_options(command, question);
}

std::optional<LookAnswer> look(LookQuestion const& question, CommandContext& context) {
    auto found = look_at_queue(question);
    // A wrong word on the command line is a usage error, whatever the code of the message. The first exit code wins.
    if (!found.answer && !question.names_moments()) context.set_exit(Fault::usage);
    if (context.answer_of(found) == nullptr) return std::nullopt;
    return std::move(found.answer);
}

OptionRow* add_list_option(Command& command,
                           std::string const& names,
                           std::vector<std::string>& into,
                           std::string const& description) {
    auto const add = [&into](std::string const& text) {
        for (std::string& part : split_list(text)) into.push_back(std::move(part));
    };
    return command.add_option_function(names, add, description)->type_name("LIST");
}

void add_style_options(Command& command, slurm::RecordStyle& style) {
    auto const set = [&](std::string const& names, slurm::RecordStyle to, std::string const& says) {
        return command.add_flag_callback(
            names, [&style, to] { style = to; }, says);
    };
    auto* parsable = set("-p,--parsable", slurm::RecordStyle::parsable, "print | after each field");
    set("-P,--parsable2", slurm::RecordStyle::parsable2, "print | between fields")
        ->excludes(parsable);
}

void print_view(Result<std::string> const& text, CommandContext& context) {
    if (text) {
        context.print(*text);
        return;
    }
    // An unknown column or state is a usage error, whatever the code of the message. The first exit code wins.
    context.set_exit(Fault::usage);
    context.report(text.error());
}

}  // namespace clustersim
