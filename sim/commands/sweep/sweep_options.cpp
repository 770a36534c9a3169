// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_options.hpp"

#include "sim/cli/choice_option.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/study_options.hpp"
#include "sim/core/quantity_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array<std::pair<std::string_view, Executor>, 2> executor_names{
    {{"local", Executor::local}, {"slurm", Executor::slurm}}};

/// Empty if the text is K/N with 1 <= K <= N; sets the part.
std::string read_part(std::string const& text, SweepPart& part) {
    char end = '\0';
    if (std::sscanf(text.c_str(), "%zu/%zu%c", &part.number, &part.of, &end) == 2 &&
        text.find('-') == std::string::npos && part.number >= 1 && part.number <= part.of &&
        part.of <= most_sweep_points)
        return {};
    return fmt::format("\"{}\" is not a part K/N such as 3/8", text);
}

void add_slurm_options(Command& sub, SweepCommand& command) {
    add_choice_option<Executor>(sub,
                                "--executor",
                                command.executor,
                                executor_names,
                                "local: threads of this process; slurm: a job array, collected and "
                                "merged")
        ->excludes("--part")
        ->excludes("--merge");
    sub.add_option("--tasks", command.slurm.tasks, "tasks of the job array (default: 8)")
        ->between(1, 10'000)
        ->unit("tasks");
    sub.add_option("--retries",
                   command.slurm.retries,
                   "new submissions of a task that ends without its part")
        ->between(0, 100)
        ->capture_default_str();
    sub.add_option("--poll", command.slurm.poll, "seconds between two looks at the array")
        ->between(0.1, 3600.0)
        ->capture_default_str()
        ->unit("s");
    sub.add_option("--sbatch",
                   command.slurm.sbatch,
                   "option for sbatch, such as --sbatch=--partition=small (repeatable)")
        ->type_name("OPTION")
        ->allow_extra_args(false)
        ->example("--partition=small");
}

/// Empty if the text is a positive time.
std::string check_core_time(std::string const& text) {
    auto const time = parse_quantity(text, Dimension::time);
    if (!time) return time.error();
    return *time > 0.0 ? "" : "the time is not positive";
}

void add_plan_options(Command& sub, SweepCommand& command) {
    auto* plan = sub.add_flag("--plan",
                              command.plan.asked,
                              "print what the sweep needs as a job array on --system, and compute "
                              "nothing");
    plan->excludes("--out")
        ->excludes("--report")
        ->excludes("--part")
        ->excludes("--merge")
        ->excludes("--resume");
    add_system_option(sub, command.plan.system)->needs("--plan");
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
        ->takes(ValueKind::duration, "TIME")
        ->needs("--plan")
        ->check(check_core_time)
        ->example("40 h");
    add_format_option(sub, command.plan.format)->needs("--plan");
}

}  // namespace

void add_sweep_options(Command& sub, SweepCommand& command) {
    add_study_options(sub, command.study, command.workers);
    sub.add_option("-o,--out", command.out, "the result, an SQLite file")
        ->takes(ValueKind::file, "FILE")
        ->writes(Output::sweep);
    add_report_option(sub, command.report);
    sub.add_flag("--resume", command.resume, "continue an unfinished sweep in that file");
    sub.add_option("--part", command.part_text, "answer only part K of N, to be merged later")
        ->type_name("K/N")
        ->example("3/8")
        ->check([&command](std::string const& text) { return read_part(text, command.part); });
    sub.add_option("--merge", command.merge, "make the result of parts, without computing")
        ->takes(ValueKind::file, "PART")
        ->excludes("--part");
    add_slurm_options(sub, command);
    add_plan_options(sub, command);
    make_rare(sub,
              {"--part",
               "--merge",
               "--tasks",
               "--retries",
               "--poll",
               "--sbatch",
               "--partition",
               "--core-time"});
}

Result<void> check_options(SweepCommand const& command) {
    Diagnostics wrong;
    if (!command.plan.asked && command.out.empty())
        wrong.add(problem(Code::wrong_usage, "--out is required", "such as -o study.sqlite"));
    if (command.plan.asked && command.plan.system.empty())
        wrong.add(problem(Code::wrong_usage, "--plan needs --system, the machine to plan for"));
    if (wrong.has_errors()) return failure(std::move(wrong));
    return {};
}

}  // namespace clustersim
