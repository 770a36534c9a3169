// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/number_option.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/slurm_client.hpp"
#include "sim/cli/slurm_sweep.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/cli/sweep_plan_option.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/sqlite/sweep_file.hpp"
#include "sim/study/sweep/run_sweep.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <thread>

namespace clustersim {
namespace {

/// "3/8": the third of eight parts.
struct PartOption {
    std::size_t number = 0;  ///< 0: the whole sweep
    std::size_t of = 1;
};

enum class Executor { local, slurm };

constexpr std::array<std::pair<std::string_view, Executor>, 2> executor_names{
    {{"local", Executor::local}, {"slurm", Executor::slurm}}};

struct SweepCommand {
    StudyOptions study;
    std::string out;
    bool resume = false;
    std::string part_text;
    PartOption part;
    std::vector<std::string> merge;
    Executor executor = Executor::local;
    SlurmSweepOptions slurm;
    SweepPlanOptions plan;
};

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// Empty if the text is K/N with 1 <= K <= N; sets the part.
std::string read_part(std::string const& text, PartOption& part) {
    char end = '\0';
    if (std::sscanf(text.c_str(), "%zu/%zu%c", &part.number, &part.of, &end) == 2 &&
        text.find('-') == std::string::npos && part.number >= 1 && part.number <= part.of &&
        part.of <= most_sweep_points)
        return {};
    return fmt::format("\"{}\" is not a part K/N such as 3/8", text);
}

std::string count_text(std::size_t count) {
    return grouped(static_cast<std::int64_t>(count));
}

std::string points_text(std::size_t count) {
    return fmt::format("{} {}", count_text(count), count == 1 ? "point" : "points");
}

/// The points that no part holds, as an error; nothing if there are none.
Diagnostics missing_points(SweepCommand const& command, std::size_t missing) {
    Diagnostics problems;
    if (missing == 0) return problems;
    Diagnostic& d = problems.add(
        problem(Code::inconsistent,
                fmt::format("{} are in none of the parts", points_text(missing)),
                "compute the missing parts with --part, then merge again with --resume; or "
                "compute the rest here with --resume and without --merge"));
    d.where.file = command.out;
    return problems;
}

void print_result(SweepCommand const& command,
                  Sweep const& sweep,
                  SweepStore& store,
                  CommandContext& context) {
    auto warnings = store.warnings();
    auto impossible = store.impossible();
    if (context.value_of(warnings) == nullptr || context.value_of(impossible) == nullptr) return;
    context.report(*warnings);
    std::size_t const answered = store.answered().size();
    if (auto const done = store.finish(); !done) {
        context.report(done.error());
        return;
    }
    context.print(fmt::format(
        "{}: {}{}{}\n",
        command.out,
        points_text(answered),
        command.part.number > 0 ? fmt::format(" of {}", count_text(sweep.grid.size())) : "",
        *impossible > 0 ? fmt::format(", {} of them impossible", count_text(*impossible)) : ""));
}

/// Answers what is missing; false if not everything is answered.
bool answer_points(SweepCommand const& command,
                   Sweep const& sweep,
                   SweepStore& store,
                   CommandContext& context) {
    std::vector<SweepQueue> queues = queues_of(sweep.grid);
    if (command.part.number > 0) queues = part_of(queues, command.part.number, command.part.of);
    std::size_t all = 0;
    for (SweepQueue const& queue : queues) all += queue.points.size();
    queues = without(std::move(queues), store.answered());
    std::size_t left = 0;
    for (SweepQueue const& queue : queues) left += queue.points.size();
    if (left < all && command.merge.empty())
        context.remark(fmt::format(
            "{} of {} are answered already\n", count_text(all - left), points_text(all)));
    RunOptions const run = command.study.run_options(context);
    SweepOptions options;
    options.workers = run.workers;
    options.interrupted = context.interrupted;
    options.clock = seconds_now;
    if (!context.quiet && context.messages != MessageFormat::json) {
        auto line = std::make_shared<ProgressLine>("points", all - left);
        context.show_progress(line);
        options.progress = [line, all, before = all - left](std::size_t done) {
            line->show(before + done, all);
        };
    }
    auto const done = run_sweep(sweep, queues, store, options);
    if (!done) {
        context.report(done.error());
        return false;
    }
    if (*done) return true;
    context.remark(fmt::format("{} of {} are kept in {}.part; continue with --resume\n",
                               count_text(store.answered().size()),
                               points_text(all),
                               command.out));
    context.set_interrupted();
    return false;
}

/// Adds the parts; false after an error. Every part that cannot be added is reported.
bool merge_parts(SweepCommand const& command,
                 Sweep const& sweep,
                 SweepStore& store,
                 CommandContext& context) {
    Diagnostics problems;
    for (std::string const& part : command.merge)
        if (auto const taken = store.take(part); !taken) problems.append(taken.error());
    if (!problems.has_errors())
        problems = missing_points(command, sweep.grid.size() - store.answered().size());
    if (!problems.has_errors()) return true;
    context.report(problems);
    return false;
}

/// Answers all points by the chosen means; false if not everything is answered.
bool answer(SweepCommand const& command,
            Sweep const& sweep,
            SweepStore& store,
            CommandContext& context) {
    if (!command.merge.empty()) return merge_parts(command, sweep, store, context);
    if (command.executor == Executor::slurm)
        return sweep_by_slurm(command.slurm, command.study, command.out, store, context);
    return answer_points(command, sweep, store, context);
}

/// What can be known to be in the way before anything is read.
Result<void> check_ways(SweepCommand const& command) {
    if (auto possible = check_sweep_target(command.out, command.resume); !possible) return possible;
    if (command.executor == Executor::local) return {};
    if (command.study.file == "-") {
        return failure(problem(Code::wrong_usage,
                               "`--executor slurm` needs a scenario in a file that the nodes can "
                               "read, not on standard input"));
    }
    return SlurmClient::check();
}

/// Options that need others.
Result<void> check_options(SweepCommand const& command) {
    Diagnostics wrong;
    if (!command.plan.asked && command.out.empty())
        wrong.add(problem(Code::wrong_usage, "--out is required", "such as -o study.sqlite"));
    if (command.plan.asked && command.plan.system.empty())
        wrong.add(problem(Code::wrong_usage, "--plan needs --system, the machine to plan for"));
    if (wrong.has_errors()) return failure(std::move(wrong));
    return {};
}

void sweep_scenario(SweepCommand const& command, CommandContext& context) {
    if (auto const complete = check_options(command); !complete) {
        context.report(complete.error());
        return;
    }
    if (command.plan.asked) {
        print_sweep_plan(command.plan, command.study, context);
        return;
    }
    if (auto const possible = check_ways(command); !possible) {
        context.report(possible.error());
        return;
    }
    auto const document = read_document(command.study, context);
    if (!document) return;
    RunOptions const run = command.study.run_options(context);
    auto sweep = read_sweep(*document, run.library, run.workers, context.interrupted);
    if (context.value_of(sweep) == nullptr) return;
    if (context.interrupted()) {
        context.set_interrupted();
        return;
    }
    auto store =
        open_sweep_file(command.out,
                        sweep->identity,
                        command.part.number > 0 ? SweepFileKind::part : SweepFileKind::complete,
                        command.resume);
    if (context.value_of(store) == nullptr) return;
    if (*store == nullptr) {
        context.remark(fmt::format("{}: complete already\n", command.out));
        return;
    }
    if (!answer(command, *sweep, **store, context)) return;
    print_result(command, *sweep, **store, context);
    if (command.executor == Executor::slurm && context.exit_code() == 0) remove_parts(command.out);
}

void add_slurm_options(CLI::App& sub, SweepCommand& command) {
    add_choice_option<Executor>(sub,
                                "--executor",
                                command.executor,
                                executor_names,
                                "local: threads of this process (the default); slurm: a job array, "
                                "collected and merged")
        ->excludes("--part")
        ->excludes("--merge");
    sub.add_option("--tasks", command.slurm.tasks, "tasks of the job array (default: 8)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{10'000}));
    sub.add_option("--retries",
                   command.slurm.retries,
                   "new submissions of a task that ends without its part (default: 3)")
        ->check(CLI::Range(0, 100));
    sub.add_option(
           "--poll", command.slurm.poll, "seconds between two looks at the array (default: 10)")
        ->check(number_between(0.1, 3600.0));
    sub.add_option("--sbatch",
                   command.slurm.sbatch,
                   "option for sbatch, such as --sbatch=--partition=small (repeatable)")
        ->type_name("OPTION")
        ->allow_extra_args(false);
}

/// Empty if the text is a positive time.
std::string check_time(std::string const& text) {
    auto const time = parse_quantity(text, Dimension::time);
    if (!time) return time.error();
    return *time > 0.0 ? "" : "the time is not positive";
}

void add_plan_options(CLI::App& sub, SweepCommand& command) {
    auto* plan = sub.add_flag("--plan",
                              command.plan.asked,
                              "print what the sweep needs as a job array on --system, and compute "
                              "nothing");
    plan->excludes("--out")->excludes("--part")->excludes("--merge")->excludes("--resume");
    sub.add_option("--system", command.plan.system, "the machine to plan for")
        ->type_name("SYSTEM")
        ->needs("--plan");
    sub.add_option("--partition",
                   command.plan.partition,
                   "its partition (default: the first one without accelerators)")
        ->type_name("NAME")
        ->needs("--plan");
    sub.add_option(
           "--core-time",
           command.plan.core_time,
           "time of all points together on one core, such as \"40 h\" (default: some points "
           "are measured)")
        ->type_name("TIME")
        ->needs("--plan")
        ->check(check_time);
    add_format_option(sub, command.plan.format)->needs("--plan");
}

}  // namespace

void add_sweep_command(CLI::App& app, CommandContext& context) {
    auto* sub = app.add_subcommand(
        "sweep",
        "Answer every point of a scenario's sweep in one SQLite file, and resume after a "
        "kill");
    auto command = std::make_shared<SweepCommand>();
    add_study_options(*sub, command->study);
    sub->add_option("-o,--out", command->out, "the result, an SQLite file")->type_name("FILE");
    sub->add_flag("--resume", command->resume, "continue an unfinished sweep in that file");
    sub->add_option("--part", command->part_text, "answer only part K of N, to be merged later")
        ->type_name("K/N")
        ->check([command](std::string const& text) { return read_part(text, command->part); });
    sub->add_option("--merge", command->merge, "make the result of parts, without computing")
        ->type_name("PART")
        ->excludes("--part");
    add_slurm_options(*sub, *command);
    add_plan_options(*sub, *command);
    sub->footer("Examples:\n"
                "  clustersim sweep study.yaml -o study.sqlite\n"
                "  clustersim sweep study.yaml -o study.sqlite --resume\n"
                "  clustersim sweep study.yaml --plan --system lumi\n"
                "  clustersim sweep study.yaml -o study.sqlite --executor slurm --tasks 16 "
                "--sbatch=--partition=small\n"
                "  sqlite3 study.sqlite 'SELECT * FROM answers WHERE metric = \"wait_median_s\"'\n"
                "See also: docs/sweeps.md, clustersim run");
    sub->callback([command, &context] { sweep_scenario(*command, context); });
}

}  // namespace clustersim
