// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/format_option.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/release_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/shared_options.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/commands/forecast/archive_forecast.hpp"
#include "sim/commands/forecast/collect_script.hpp"
#include "sim/commands/forecast/forecast_page.hpp"
#include "sim/commands/forecast/forecast_past_command.hpp"
#include "sim/commands/forecast/forecast_text.hpp"
#include "sim/commands/forecast/given_folder.hpp"
#include "sim/report/format.hpp"
#include "sim/report/html/page_json.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

namespace clustersim {
namespace {

namespace fs = std::filesystem;

/// Options of sbatch that have one of their own here.
constexpr std::array<std::array<std::string_view, 3>, 10> sbatch_names{{
    {"--nodes", "N", "number of nodes"},
    {"--time", "TIME", "time limit, as for sbatch: 4:00:00, 2-12:00"},
    {"--partition", "NAME", "partition"},
    {"--ntasks", "N", "number of tasks"},
    {"--cpus-per-task", "N", "CPUs of each task"},
    {"--gpus-per-node", "N", "GPUs of each node"},
    {"--mem", "SIZE", "memory of each node"},
    {"--user", "NAME", "user who submits it, as the snapshot names users"},
    {"--account", "NAME", "account"},
    {"--qos", "NAME", "QOS"},
}};

/// As many futures as a study has replicates, and ten years: more is a typing error, and never comes to its end.
constexpr std::int64_t most_samples = 10'000;
constexpr std::int64_t most_horizon_days = 3'650;

enum class ForecastFormat { table, json };
constexpr std::array<std::pair<std::string_view, ForecastFormat>, 2> forecast_formats{
    {{"table", ForecastFormat::table}, {"json", ForecastFormat::json}}};

struct ForecastCommand {
    ArchiveQuestion question;
    GivenDocument archive;
    GivenDocument script;
    bool collector = false;
    std::array<std::string, sbatch_names.size()> values;
    unsigned workers = 0;
    bool no_later_jobs = false;
    bool no_alternatives = false;
    fs::path report;
    bool page = false;
    ForecastPast past;
    ForecastFormat format = ForecastFormat::table;
};

/// The job that the options describe, in the words of sbatch, which knows no `--user`.
void describe_job(ForecastCommand const& command, AskedTarget& target) {
    for (std::size_t i = 0; i < sbatch_names.size(); ++i) {
        std::string const& value = command.values[i];
        if (value.empty()) continue;
        if (sbatch_names[i][0] == "--user")
            target.user = value;
        else
            target.options.push_back(fmt::format("{}={}", sbatch_names[i][0], value));
    }
}

void run_forecast(ForecastCommand const& command, CommandContext& context) {
    ArchiveQuestion question = command.question;
    question.archive = command.archive.file();
    question.target.script = command.script.file();
    std::error_code ignored;
    if (!command.archive.held && fs::is_directory(command.archive.path, ignored))
        return context.report(folder_for_archive(command.archive.path));
    describe_job(command, question.target);
    question.later_jobs = !command.no_later_jobs;
    question.alternatives = !command.no_alternatives;
    if (!read_past_options(command.past, question, context)) return;
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    Library library = context.data.library();
    library.scenario_folder = fs::current_path();
    auto const found =
        forecast_from_archive(question, library, context.work(command.workers, "replicates"));
    ArchiveAnswer const* const answer = context.answer_of(found);
    if (answer == nullptr) return;
    auto const& [snapshot, read, start] = *answer;
    std::string const page = command.page || !command.report.empty()
                                 ? page_json(forecast_page(start, read, snapshot))
                                 : "";
    context.print(command.page ? page
                  : command.format == ForecastFormat::json
                      ? forecast_json(start, read, snapshot)
                      : forecast_text(start, read, snapshot, stdout_width()));
    report->write(page, context);
}

}  // namespace

void add_forecast_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("forecast",
                                   "Forecast when a job starts, from the queue of a real cluster");
    auto command = std::make_shared<ForecastCommand>();
    ArchiveQuestion& question = command->question;
    auto* const archive = sub->add_option("ARCHIVE",
                                          command->archive,
                                          "the queue, as the script of --collector wrote it")
                              ->takes(ValueKind::archive);
    sub->add_flag("--collector", command->collector, "print the script that collects a queue")
        ->excludes(archive);
    sub->add_option("--job",
                    question.target.job,
                    "a job of the queue: 123456, or 123456_7 for a task of an array")
        ->type_name("ID");
    sub->add_option("--script", command->script, "a job script, as for sbatch (- for stdin)")
        ->takes(ValueKind::script, "FILE")
        ->group("A new job");
    for (std::size_t i = 0; i < sbatch_names.size(); ++i)
        sub->add_option(
               std::string(sbatch_names[i][0]), command->values[i], std::string(sbatch_names[i][2]))
            ->type_name(std::string(sbatch_names[i][1]))
            ->group("A new job");
    sub->add_option("--sbatch", question.target.sbatch, "other options of sbatch, in one text")
        ->type_name("OPTIONS")
        ->group("A new job");
    sub->add_option(
           "--by",
           question.by,
           "also print the chance to have started by then: 2026-11-24T08:00 (UTC), now+4hours")
        ->type_name("TIME");
    sub->add_option("--samples", question.samples, "number of simulated futures")
        ->between(1, most_samples)
        ->capture_default_str();
    add_seed_option(*sub, question.seed)->capture_default_str();
    add_workers_option(*sub, command->workers);
    sub->add_option(
           "--horizon", question.horizon_days, "days after which a sample ends without a start")
        ->between(1, most_horizon_days)
        ->type_name("DAYS")
        ->capture_default_str()
        ->unit("days");
    sub->add_option("--mix",
                    question.mix,
                    "job mix whose run times count if the snapshot knows too few ended jobs "
                    "(default: gpu-centre or archer2)")
        ->takes(ValueKind::mix, "MIX");
    add_release_option(*sub, question.release);
    add_past_options(*sub, command->past);
    sub->add_flag("--exact",
                  question.exact,
                  "simulate every cycle of backfill, even if thousands of jobs wait");
    sub->add_flag(
        "--no-later-jobs", command->no_later_jobs, "assume that nobody submits another job");
    sub->add_flag(
        "--no-alternatives", command->no_alternatives, "do not try smaller and shorter requests");
    add_report_option(*sub, command->report);
    add_page_option(*sub, command->page);
    add_own_format_option<ForecastFormat>(*sub, command->format, forecast_formats)
        ->excludes("--collector");
    make_rare(*sub,
              {"--seed",
               "--workers",
               "--horizon",
               "--mix",
               "--release",
               "--history-key-file",
               "--history-key",
               "--waits-model",
               "--no-learning",
               "--no-friction",
               "--exact",
               "--no-later-jobs",
               "--no-alternatives"});
    sub->footer(
        "Examples:\n"
        "  clustersim forecast --collector > collect.sh   (run it on the login node)\n"
        "  clustersim forecast queue.tar.gz --nodes 8 --time 4:00:00 --user me --account project\n"
        "  clustersim forecast queue.tar.gz --job 123456 --history sacct.txt\n"
        "See also: docs/forecast.md, clustersim fit waits --help");
    sub->callback([command, sub, &context] {
        if (command->collector) {
            // The environment may give the number of threads to every command.
            for (auto const& row : sub->rows())
                if (row->count() > 0 && row->spec().variable.empty() &&
                    row->spec().key != "collector")
                    throw CLI::ExcludesError("--collector", row->spec().name);
            return context.print(collect_script());
        }
        if (command->archive.path.empty()) throw CLI::RequiredError("ARCHIVE");
        run_forecast(*command, context);
    });
}

}  // namespace clustersim
