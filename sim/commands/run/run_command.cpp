// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/run/exercise_table.hpp"
#include "sim/commands/run/resolve_study.hpp"
#include "sim/commands/run/resolved_text.hpp"
#include "sim/commands/run/result_folder.hpp"
#include "sim/commands/run/study_page.hpp"
#include "sim/report/choice_text.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/impossible_text.hpp"
#include "sim/report/printed_answer.hpp"
#include "sim/report/study_json.hpp"
#include "sim/report/study_table.hpp"
#include "sim/study/job_fabrics.hpp"
#include "sim/study/run_study.hpp"
#include "sim/study/settle_warm_ups.hpp"

#include <fmt/format.h>

#include <memory>

namespace clustersim {
namespace {

struct RunCommand {
    StudyQuestion study;
    unsigned workers = 0;
    std::string out;
    std::filesystem::path report;
    bool no_results = false;
    bool dry_run = false;
    Format format = Format::table;
};

/// The default of --out: the scenario's name and a hash of all files that were read, so that a changed scenario or
/// machine never overwrites earlier results.
std::filesystem::path result_folder(RunCommand const& command, StudyInputs const& inputs) {
    if (!command.out.empty()) return command.out;
    std::string const stem =
        command.study.file.path == "-" ? "stdin" : command.study.file.path.stem().string();
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
PrintedAnswer
printed_answer(Study const& study, ResolvedStudy const& resolved, RunCommand const& command) {
    PrintedAnswer answer = study_answer(study);
    // An exercise is about the details.
    if (resolved.exercise) show_details(answer);
    if (resolved.exercise)
        if (Table const asked = exercise_table(study, resolved.expectations); !asked.rows.empty()) {
            answer.push_back({"\n", {Format::table}});
            answer.push_back({asked, {Format::table}});
        }
    if (!resolved.impossible.empty())
        add_text(answer, impossible_text(resolved.impossible, command.format));
    if (std::string const choices = choice_text(resolved.runs); !choices.empty())
        add_text(answer, "\n" + choices);
    if (resolved.exercise && !resolved.expectations.empty())
        answer.push_back(
            {exercise_text(*resolved.exercise, command.study.file.path.string()), {Format::table}});
    return answer;
}

void run(RunCommand const& command, CommandContext& context) {
    auto variants = read_variants(command.study);
    if (context.value_of(variants) == nullptr) return;
    RunOptions options = run_options(command.study.file.path, command.workers, context);
    bool const with_page = !command.no_results || !command.report.empty();
    options.timeline = with_page || command.format == Format::table;
    auto resolved = resolve_possible(*variants, options.library);
    if (context.value_of(resolved) == nullptr) return;
    if (command.dry_run) {
        Diagnostics warnings;
        for (ResolvedRun const& one : resolved->runs) warnings.append_unsaid(one.warnings);
        context.report(warnings);
        context.print(resolved_text(resolved->runs, command.format));
        context.remark(impossible_text(resolved->impossible, Format::table));
        return;
    }
    // A result names its warm-up, so that its queue can be simulated again without another search.
    settle_warm_ups(resolved->runs, options);
    if (context.interrupted && context.interrupted()) {
        context.set_interrupted();
        return;
    }
    StudyInputs inputs;
    if (with_page) inputs = inputs_of(resolved->runs);
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
    Study const study = run_study(resolved->runs, options);
    context.report(study.warnings);
    PrintedAnswer const answer = printed_answer(study, *resolved, command);
    bool const data = command.format == Format::json || command.format == Format::csv;
    std::vector<ImpossibleRun> const& impossible = resolved->impossible;
    context.print(command.format != Format::json ? to_text(answer, command.format)
                  : impossible.empty()           ? study_json(study)
                                                 : comparison_json(study, impossible));
    // In these formats, stdout may hold nothing but data.
    if (std::string const choices = choice_text(resolved->runs); data && !choices.empty())
        context.remark(choices);
    if (data) context.remark(impossible_text(resolved->impossible, Format::table));
    std::string const page =
        with_page ? page_json(study_page(study, job_fabrics(resolved->runs, study), inputs)) : "";
    if (!command.no_results)
        write_results(folder,
                      study,
                      inputs,
                      {{page_file, page}, {answer_file, answer_json(answer)}},
                      context);
    report->write(page, context);
    if (!study.complete) {
        context.set_interrupted();
        return;
    }
    // An exercise is graded by `check --run`: its first answer shows an effect and is no mistake.
    if (!resolved->exercise) context.report(unmet_expectations(study, resolved->expectations));
}

}  // namespace

void add_run_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "run", "Run a scenario: start, speed, run time, cost and energy of jobs");
    auto command = std::make_shared<RunCommand>();
    add_study_options(*sub, command->study, command->workers);
    sub->add_option("--out", command->out, "result folder (default: results/NAME-HASH)")
        ->takes(ValueKind::folder, "DIR")
        ->writes(Output::folder);
    sub->add_flag("--no-results", command->no_results, "write no result folder")->excludes("--out");
    add_report_option(*sub, command->report);
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
