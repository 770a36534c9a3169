// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/program.hpp"

#include "sim/cli/help_formatter.hpp"
#include "sim/cli/json_value.hpp"
#include "sim/cli/output_option.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/cli/wrong_use.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

/// A command by its name, so that it can be found without declaring the others.
struct CommandRow {
    std::string_view name;
    AddCommand add;
};

/// What a person asks, and the commands that answer it, in the order of `--help`.
struct CommandGroup {
    char const* question;
    std::vector<CommandRow> commands;
};

std::vector<CommandGroup> command_groups(Program& program, ProgramCommands const& which) {
    std::vector<CommandRow> help{{"help", add_help_command},
                                 {"completion", add_completion_command}};
    for (auto const& add : which.more)
        help.push_back({{}, [&add, &program](Command&, CommandContext&) { add(program); }});
    return {{"Ask about your jobs",
             {{"init", add_init_command},
              {"check", add_check_command},
              {"run", add_run_command},
              {"compare", add_compare_command},
              {"sweep", add_sweep_command},
              {"allocate", add_allocate_command},
              {"advise", add_advise_command},
              {"forecast", add_forecast_command}}},
            {"Look at a result", {{"show", add_show_command}, {"explain", add_explain_command}}},
            {"Study clusters and policies",
             {{"import", add_import_command},
              {"replay", add_replay_command},
              {"diff", add_diff_command},
              {"fit", add_fit_command},
              {"validate", add_validate_command}}},
            {"Ask about a step or a machine, without a queue",
             {{"step", add_step_command},
              {"plan", add_plan_command},
              {"inference", add_inference_command},
              {"fabric", add_fabric_command},
              {"nccl-tests", add_nccl_tests_command},
              {"systems", add_systems_command},
              {"applications", add_applications_command}}},
            {"Help, and other ways to ask", std::move(help)},
            {slurm_group,
             {{"squeue", add_squeue_command},
              {"sinfo", add_sinfo_command},
              {"sprio", add_sprio_command},
              {"sshare", add_sshare_command},
              {"sacct", add_sacct_command},
              {"sdiag", add_sdiag_command},
              {"seff", add_seff_command}}}};
}

bool is_given(OptionRow const* row) {
    return row->count() > 0;
}

/// The row of that key, or null.
OptionRow* row_of(Command const& command, std::string_view key) {
    for (auto const& row : command.rows())
        if (row->spec().key == key) return row.get();
    return nullptr;
}

void ask_for_json(Command& asked) {
    OptionRow* const format = row_of(asked, "format");
    if (format == nullptr || is_given(format)) return;
    OptionSpec const& spec = format->spec();
    bool const has_json = std::ranges::find(spec.choices, "json") != spec.choices.end();
    // Of the topics of `help`, the metrics alone are a table.
    if (has_json && std::ranges::all_of(spec.needs, is_given) &&
        std::ranges::none_of(spec.excludes, is_given) && asked.get_name() != "help")
        format->give(std::string("json"));
}

void ask_without_files(Command const& asked) {
    for (auto const& row : asked.rows())
        if (!row->spec().in_foreign.empty() && !is_given(row.get()))
            row->give(row->spec().in_foreign);
}

std::string format_of(Command const& asked) {
    OptionRow const* const page = row_of(asked, "page");
    if (page != nullptr && is_given(page)) return "json";
    OptionRow const* const format = row_of(asked, "format");
    if (format == nullptr) return "text";
    return is_given(format) ? format->values().back() : format->spec().default_text;
}

bool has_command(std::vector<CommandGroup> const& groups, std::string_view name) {
    return std::ranges::any_of(
        groups,
        [&](CommandGroup const& group) {
            return std::ranges::find(group.commands, name, &CommandRow::name) !=
                   group.commands.end();
        });
}

}  // namespace

Program::Program(Asker& asker, DataFolders data, ProgramCommands const& which)
    : asker_(&asker),
      context_(asker, std::move(data)),
      commands_("What-if simulator of Europe's supercomputers: start, speed and cost of jobs.") {
    commands_.name("clustersim");
    commands_.formatter(std::make_shared<HelpFormatter>(stdout_width()));
    commands_.require_subcommand(1);
    commands_.fallthrough();
    auto const groups = command_groups(*this, which);
    // `help` tells of the others.
    bool const one_only =
        !which.only.empty() && which.only != "help" && has_command(groups, which.only);
    for (CommandGroup const& group : groups)
        for (CommandRow const& row : group.commands) {
            if (one_only && row.name != which.only) continue;
            row.add(commands_, context_);
            commands_.get_subcommands([](CLI::App*) { return true; }).back()->group(group.question);
        }
}

void Program::begin(Command const& asked) {
    context_.named.merge(named_files(asked));
    context_.texts.merge(held_texts(asked));
    std::vector<OutputClaim> outputs = asked_outputs(asked);
    if (auto same = same_outputs(outputs)) throw RefusedQuestion(std::move(*same));
    if (!outputs.empty()) claimed_.emplace(std::move(outputs));
    // A command of commands works at the question of one of them.
    auto const path = path_to(asked);
    if (!context_.quiet && path.size() > 1) asker_->begin(path[1]->get_name());
}

std::string named_command(JsonValue const& question) {
    JsonValue const* const named = question.find("command");
    bool const is_text = named != nullptr && named->kind == JsonValue::Kind::text;
    return is_text ? named->text : std::string();
}

std::string Program::ask(JsonValue const& question, Manner manner) {
    if (question.place.source) context_.texts.insert(question.place.source->name);
    auto const asked = read_question(commands_, question, manner.trust);
    if (!asked) {
        // An object is a wrong use of the program, as wrong words are.
        if (question.kind == JsonValue::Kind::object) context_.set_exit(Fault::usage);
        context_.report(asked.error());
        return "text";
    }
    if (manner.in_json) ask_for_json(**asked);
    if (manner.trust != Trust::own) ask_without_files(**asked);
    try {
        begin(**asked);
        (*asked)->answer(manner.trust == Trust::own);
    } catch (RefusedQuestion const& refused) {
        context_.report(refused.why);
    } catch (CLI::ParseError const& error) {
        context_.set_exit(Fault::usage);
        context_.report(wrong_variable(**asked).value_or(problem(Code::wrong_usage, error.what())));
    }
    return format_of(**asked);
}

}  // namespace clustersim
