// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_table.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/commands/sweep/run_sweep.hpp"
#include "sim/commands/sweep/slurm_client.hpp"
#include "sim/commands/sweep/sweep_options.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/report/html/sweep_page.hpp"
#include "sim/report/sqlite/sweep_file.hpp"
#include "sim/report/sqlite/sweep_reader.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <memory>

namespace clustersim {
namespace {

double seconds_now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
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
    SweepShare const share = share_of(sweep.grid, command.part, store.answered());
    std::size_t const before = share.points - share.left;
    if (before > 0)
        context.remark(fmt::format(
            "{} of {} are answered already\n", count_text(before), points_text(share.points)));
    Work const work = context.work(command.workers, "points").part(before, share.points);
    auto const done = run_sweep(sweep, share.queues, store, work, seconds_now);
    if (!done) {
        context.report(done.error());
        return false;
    }
    if (*done) return true;
    context.remark(fmt::format("{} of {} are kept in {}; continue with --resume\n",
                               count_text(store.answered().size()),
                               points_text(share.points),
                               unfinished_sweep_path(command.out).string()));
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
        return sweep_by_slurm(
            command.slurm, command.study, command.workers, command.out, store, context);
    return answer_points(command, sweep, store, context);
}

/// What can be known to be in the way before anything is read.
Result<void> check_ways(SweepCommand const& command) {
    if (auto possible = check_sweep_target(command.out, command.resume); !possible) return possible;
    if (command.executor == Executor::local) return {};
    if (auto free = check_parts(command.out); !free) return free;
    if (command.study.file.path == "-") {
        return failure(problem(Code::wrong_usage,
                               "`--executor slurm` needs a scenario in a file that the nodes can "
                               "read, not on standard input"));
    }
    return SlurmClient::check();
}

/// Opens the store, answers what is missing, and finishes the result.
void answer_sweep(SweepCommand const& command, Sweep const& sweep, CommandContext& context) {
    auto store =
        open_sweep_file(command.out,
                        sweep.identity,
                        command.part.number > 0 ? SweepFileKind::part : SweepFileKind::complete,
                        command.resume);
    if (context.value_of(store) == nullptr) return;
    if (*store == nullptr) {
        context.remark(fmt::format("{}: complete already\n", command.out));
        return;
    }
    if (!answer(command, sweep, **store, context)) return;
    print_result(command, sweep, **store, context);
    if (command.executor == Executor::slurm && context.exit_code() == 0) remove_parts(command.out);
}

/// The report of what is stored: after an interruption, of the points that are answered.
void write_report(SweepCommand const& command, ReportFile& report, CommandContext& context) {
    bool const interrupted = context.interrupted && context.interrupted();
    if (command.report.empty() || (context.exit_code() != 0 && !interrupted)) return;
    auto const stored =
        read_stored_sweep(context.exit_code() == 0 ? std::filesystem::path(command.out)
                                                   : unfinished_sweep_path(command.out),
                          metrics_of_sweep_page(),
                          Database::Access::own);
    if (!stored) {
        context.report(stored.error());
        return;
    }
    report.write(page_json(sweep_page(*stored)), context);
}

void sweep_scenario(SweepCommand const& command, CommandContext& context) {
    if (auto const complete = check_options(command); !complete) {
        context.report(complete.error());
        return;
    }
    RunOptions const run = run_options(command.study.file.path, command.workers, context);
    if (command.plan.asked) {
        print_sweep_plan(command.plan, command.study, run, context);
        return;
    }
    if (auto const possible = check_ways(command); !possible) {
        context.report(possible.error());
        return;
    }
    auto document = read_document(command.study);
    if (context.value_of(document) == nullptr) return;
    auto sweep = read_sweep(*document, run.library, run.work);
    if (context.value_of(sweep) == nullptr) return;
    if (context.interrupted()) {
        context.set_interrupted();
        return;
    }
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    answer_sweep(command, *sweep, context);
    write_report(command, *report, context);
}

}  // namespace

void add_sweep_command(Command& app, CommandContext& context) {
    auto* sub =
        app.add_subcommand("sweep", "Answer all points of a sweep in one SQLite file, resumable");
    auto command = std::make_shared<SweepCommand>();
    add_sweep_options(*sub, *command);
    sub->footer("Examples:\n"
                "  clustersim sweep study.yaml -o study.sqlite\n"
                "  clustersim sweep study.yaml -o study.sqlite --resume\n"
                "  clustersim sweep study.yaml -o study.sqlite --report study.html\n"
                "  clustersim sweep study.yaml --plan --system lumi\n"
                "  clustersim sweep study.yaml -o study.sqlite --executor slurm --tasks 16 "
                "--sbatch=--partition=small\n"
                "  sqlite3 study.sqlite 'SELECT * FROM answers WHERE metric = \"wait_median_s\"'\n"
                "See also: docs/sweeps.md, clustersim run, clustersim show");
    sub->callback([command, &context] { sweep_scenario(*command, context); });
}

}  // namespace clustersim
