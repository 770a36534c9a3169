// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/run/exercise_table.hpp"
#include "sim/commands/run/resolved_text.hpp"
#include "sim/commands/run/result_folder.hpp"
#include "sim/commands/run/run_scenario.hpp"
#include "sim/commands/run/study_page.hpp"
#include "sim/report/choice_text.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/impossible_text.hpp"
#include "sim/report/printed_answer.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_table.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace clustersim {
namespace {

struct RunCommand {
    RunQuestion question;
    unsigned workers = 0;
    std::string out;
    std::filesystem::path report;
    bool page = false;
    bool no_results = false;
    bool dry_run = false;
    Format format = Format::table;
};

/// The default of --out: the scenario's name and a hash of all files that were read, so that a changed scenario or
/// machine never overwrites earlier results.
std::filesystem::path result_folder(RunCommand const& command, StudyInputs const& inputs) {
    if (!command.out.empty()) return command.out;
    std::string const stem = command.question.study.file.path == "-"
                                 ? "stdin"
                                 : command.question.study.file.path.stem().string();
    return std::filesystem::path("results") /
           fmt::format("{}-{}", stem, inputs.hash().substr(0, 8));
}

void write_results(std::filesystem::path const& folder,
                   Study const& study,
                   StudyInputs const& inputs,
                   ResultFiles const& files,
                   CommandContext& context) {
    auto const written = write_result_folder(folder, study, inputs, files);
    if (!written) {
        context.report(written.error());
    } else if (*written) {
        context.remark(fmt::format("results: {}\n", folder.string()));
    } else {
        context.remark(fmt::format(
            "results: not saved, because they are incomplete and {} has complete ones\n",
            folder.string()));
    }
}

std::string exercise_text(Exercise const& exercise, std::string const& file) {
    return fmt::format("\nExercise: {}\nThen: clustersim check --run {}\n", exercise.task, file);
}

/// All that is printed to stdout, in every format but JSON.
PrintedAnswer printed_answer(ScenarioAnswer const& found, RunCommand const& command) {
    ResolvedStudy const& asked = found.asked;
    PrintedAnswer answer = study_answer(found.study);
    // An exercise is about the details.
    if (asked.exercise) show_details(answer);
    if (asked.exercise)
        if (Table const table = exercise_table(found.study, asked.expectations);
            !table.rows.empty()) {
            answer.push_back({"\n", {Format::table}});
            answer.push_back({table, {Format::table}});
        }
    if (!asked.impossible.empty())
        add_text(answer, impossible_text(asked.impossible, command.format));
    if (std::string const choices = choice_text(asked.runs); !choices.empty())
        add_text(answer, "\n" + choices);
    if (asked.exercise && !asked.expectations.empty())
        answer.push_back({exercise_text(*asked.exercise, command.question.study.file.path.string()),
                          {Format::table}});
    return answer;
}

void print_answer(ScenarioAnswer const& found,
                  PrintedAnswer const& printed,
                  Format format,
                  CommandContext& context) {
    ResolvedStudy const& asked = found.asked;
    context.print(format != Format::json     ? to_text(printed, format)
                  : asked.impossible.empty() ? study_json(found.study)
                                             : comparison_json(found.study, asked.impossible));
    if (format != Format::json && format != Format::csv) return;
    // In these formats, stdout may hold nothing but data.
    if (std::string const choices = choice_text(asked.runs); !choices.empty())
        context.remark(choices);
    context.remark(impossible_text(asked.impossible, Format::table));
}

void print_resolved(RunCommand const& command, RunOptions const& options, CommandContext& context) {
    auto resolved = resolve_run(command.question, options.library);
    if (context.value_of(resolved) == nullptr) return;
    context.report(resolved->warnings());
    context.print(resolved_text(resolved->runs, command.format));
    context.remark(impossible_text(resolved->impossible, Format::table));
}

void run(RunCommand& command, CommandContext& context) {
    RunQuestion& question = command.question;
    RunOptions options = run_options(question.study.file.path, command.workers, context);
    if (command.dry_run) {
        print_resolved(command, options, context);
        return;
    }
    question.pictures = !command.no_results || !command.report.empty() || command.page;
    options.timeline = question.pictures || command.format == Format::table;
    auto prepared = prepare_run(question, options);
    if (context.value_of(prepared) == nullptr) return;
    if (options.work.is_interrupted()) {
        context.set_interrupted();
        return;
    }
    StudyInputs inputs;
    if (question.pictures) inputs = inputs_of(prepared->runs);
    std::filesystem::path folder;
    if (!command.no_results) {
        folder = result_folder(command, inputs);
        // Fail before the simulation, not after an hour of it.
        if (auto const possible = check_result_folder(folder); !possible) {
            context.report(possible.error());
            return;
        }
    }
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    auto const found = run_scenario(question, std::move(*prepared), options);
    ScenarioAnswer const* answer = context.answer_of(found);
    if (answer == nullptr) return;
    PrintedAnswer const printed = printed_answer(*answer, command);
    std::string const page =
        question.pictures ? page_json(study_page(answer->study, answer->fabrics, inputs)) : "";
    if (command.page)
        context.print(page);
    else
        print_answer(*answer, printed, command.format, context);
    if (!command.no_results)
        write_results(folder,
                      answer->study,
                      inputs,
                      {{page_file, page}, {answer_file, answer_json(printed)}},
                      context);
    report->write(page, context);
    context.report(answer->unmet);
    if (!answer->study.complete) context.set_interrupted();
}

}  // namespace

void add_run_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "run", "Run a scenario: start, speed, run time, cost and energy of jobs");
    auto command = std::make_shared<RunCommand>();
    add_study_options(*sub, command->question.study, command->workers);
    sub->add_option("--out", command->out, "result folder (default: results/NAME-HASH)")
        ->takes(ValueKind::folder, "DIR")
        ->writes(Output::folder);
    sub->add_flag("--no-results", command->no_results, "write no result folder")
        ->in_foreign("true")
        ->excludes("--out");
    add_report_option(*sub, command->report);
    add_page_option(*sub, command->page);
    sub->add_flag(
        "--dry-run",
        command->dry_run,
        "print every resolved run and the origin of each value, without running anything");
    add_format_option(*sub, command->format);
    add_detail_option(*sub, command->format);
    sub->footer(
        "Examples:\n"
        "  clustersim run scenarios/first-steps/quickstart.yaml\n"
        "  clustersim run scenarios/first-steps/quickstart.yaml --report quickstart.html\n"
        "  clustersim run study.yaml --set jobs.train.nodes=16 --replicates 50 --format json\n"
        "See also: clustersim check, clustersim compare, clustersim show");
    sub->callback([command, &context] { run(*command, context); });
}

}  // namespace clustersim
