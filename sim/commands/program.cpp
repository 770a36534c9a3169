// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/program.hpp"

#include "sim/cli/help_formatter.hpp"
#include "sim/cli/output_option.hpp"
#include "sim/cli/question_reader.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/cli/wrong_use.hpp"
#include "sim/commands/ask_command.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

using AddCommand = std::function<void(Command&, CommandContext&)>;

/// What a person asks, and the commands that answer it, in the order of `--help`.
struct CommandGroup {
    char const* question;
    std::vector<AddCommand> commands;
};

std::vector<CommandGroup> command_groups(Program& program) {
    auto const add_ask = [&program](Command& app, CommandContext& context) {
        add_ask_command(app, context, [&program](std::string const& text, std::string const& name) {
            program.ask(text, name);
        });
    };
    return {{"Ask about your jobs",
             {add_init_command,
              add_check_command,
              add_run_command,
              add_compare_command,
              add_sweep_command,
              add_allocate_command,
              add_advise_command,
              add_forecast_command}},
            {"Look at a result", {add_show_command, add_explain_command}},
            {"Study clusters and policies",
             {add_import_command,
              add_replay_command,
              add_diff_command,
              add_fit_command,
              add_validate_command}},
            {"Ask about a step or a machine, without a queue",
             {add_step_command,
              add_plan_command,
              add_inference_command,
              add_fabric_command,
              add_nccl_tests_command,
              add_systems_command,
              add_applications_command}},
            {"Help", {add_help_command, add_completion_command, add_ask}},
            {slurm_group,
             {add_squeue_command,
              add_sinfo_command,
              add_sprio_command,
              add_sshare_command,
              add_sacct_command,
              add_sdiag_command,
              add_seff_command}}};
}

}  // namespace

Program::Program(Asker& asker, DataFolders data)
    : asker_(&asker),
      context_(asker, std::move(data)),
      commands_("What-if simulator of Europe's supercomputers: start, speed and cost of jobs.") {
    commands_.name("clustersim");
    commands_.formatter(std::make_shared<HelpFormatter>(stdout_width()));
    commands_.require_subcommand(1);
    commands_.fallthrough();
    for (CommandGroup const& group : command_groups(*this))
        for (AddCommand const& add : group.commands) {
            add(commands_, context_);
            commands_.get_subcommands([](CLI::App*) { return true; }).back()->group(group.question);
        }
}

void Program::begin(Command const& asked) {
    context_.named.merge(named_files(asked));
    std::vector<OutputClaim> outputs = asked_outputs(asked);
    if (auto same = same_outputs(outputs)) throw RefusedQuestion(std::move(*same));
    if (!outputs.empty()) claimed_.emplace(std::move(outputs));
    // A command of commands works at the question of one of them.
    auto const path = path_to(asked);
    if (!context_.quiet && path.size() > 1) asker_->begin(path[1]->get_name());
}

void Program::ask(std::string const& text, std::string const& name) {
    auto const asked = read_question(commands_, text, name);
    if (!asked) {
        // What is JSON is a wrong use of the program, as wrong words are.
        bool const is_json = std::ranges::none_of(
            asked.error().items(), [](auto const& d) { return d.code == Code::bad_syntax; });
        if (is_json) context_.set_exit(Fault::usage);
        context_.report(asked.error());
        return;
    }
    try {
        begin(**asked);
        (*asked)->answer();
    } catch (RefusedQuestion const& refused) {
        context_.report(refused.why);
    } catch (CLI::ParseError const& error) {
        context_.set_exit(Fault::usage);
        context_.report(wrong_variable(**asked).value_or(problem(Code::wrong_usage, error.what())));
    }
}

}  // namespace clustersim
