// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice_option.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/command_table.hpp"
#include "sim/cli/rare_options.hpp"
#include "sim/cli/release_option.hpp"
#include "sim/cli/report_option.hpp"
#include "sim/cli/terminal.hpp"
#include "sim/commands/forecast/collect_script.hpp"
#include "sim/commands/forecast/forecast.hpp"
#include "sim/commands/forecast/forecast_page.hpp"
#include "sim/commands/forecast/forecast_past_command.hpp"
#include "sim/commands/forecast/forecast_text.hpp"
#include "sim/commands/forecast/given_folder.hpp"
#include "sim/report/format.hpp"
#include "sim/report/html/page_json.hpp"
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"
#include "sim/slurm/request/sbatch_words.hpp"
#include "sim/slurm/request/text_scan.hpp"
#include "sim/slurm/request/time_text.hpp"
#include "sim/slurm/site/site_totals.hpp"
#include "sim/study/job_script.hpp"
#include "sim/study/script_file.hpp"

#include <fmt/format.h>

#include <algorithm>
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
    fs::path archive;
    bool collector = false;
    std::string job;
    std::array<std::string, sbatch_names.size()> values;
    fs::path script;
    std::string sbatch;
    std::string by;
    std::int64_t samples = 100;
    std::int64_t seed = 1;
    unsigned workers = 0;
    bool exact = false;
    bool no_later_jobs = false;
    bool no_alternatives = false;
    std::int64_t horizon_days = 7;
    std::string mix;
    std::string release;
    fs::path report;
    ForecastPast past;
    ForecastFormat format = ForecastFormat::table;
};

Diagnostics usage_problem(std::string message, std::string help = {}) {
    Diagnostics out;
    out.add(problem(Code::wrong_usage, std::move(message), std::move(help)));
    return out;
}

Result<QueuedTarget> target_of(std::string const& text) {
    std::string_view rest = text;
    auto const id = slurm::take_digits(rest);
    QueuedTarget target;
    bool good = id && *id > 0 && *id <= INT32_MAX;
    if (good && slurm::take(rest, '_')) {
        auto const task = slurm::digits_only(rest);
        good = task && *task <= INT32_MAX;
        if (good) target.task = static_cast<std::int32_t>(*task);
    } else {
        good = good && rest.empty();
    }
    if (!good)
        return failure(usage_problem(fmt::format("--job {} is not a job id", text),
                                     "123456, or 123456_7 for a task"));
    target.job = static_cast<std::int32_t>(*id);
    return target;
}

/// The request of the job script, if one is given; its remarks are reported.
Result<slurm::JobRequest>
script_request(ForecastCommand const& command, slurm::Clock const& clock, CommandContext& context) {
    if (command.script.empty()) return slurm::JobRequest{};
    auto const text = read_script_file(command.script);
    if (!text) return failure(text.error());
    auto script = read_job_script(
        *text, command.script == "-" ? "<stdin>" : command.script.string(), "", clock);
    if (!script) return failure(std::move(script.error()));
    if (script->remarks.has_errors()) return failure(std::move(script->remarks));
    context.report(script->remarks);
    return std::move(script->request);
}

/// The request that script and options describe, in the words of sbatch.
Result<slurm::JobRequest>
request_of(ForecastCommand const& command, slurm::Clock const& clock, CommandContext& context) {
    auto described = script_request(command, clock, context);
    if (!described) return described;
    slurm::JobRequest request = std::move(*described);
    std::vector<std::string> words;
    for (std::size_t i = 0; i < sbatch_names.size(); ++i) {
        auto const& value = command.values[i];
        if (value.empty()) continue;
        if (sbatch_names[i][0] == "--user")
            request.user = value;
        else
            words.push_back(fmt::format("{}={}", sbatch_names[i][0], value));
    }
    auto const user = request.user;
    for (std::string& word : slurm::shell_words(command.sbatch)) words.push_back(std::move(word));
    auto const reading = slurm::read_sbatch_words(words, clock, request);
    request.user = user;
    Diagnostics problems;
    for (std::string const& one : reading.problems) problems.add(problem(Code::wrong_usage, one));
    for (std::string const& one : reading.rest)
        problems.add(
            problem(Code::wrong_usage, fmt::format("\"{}\" is not an option of sbatch", one)));
    if (problems.has_errors()) return failure(std::move(problems));
    return request;
}

Result<ForecastQuestion> question_of(ForecastCommand const& command,
                                     slurm::QueueSnapshot const& snapshot,
                                     CommandContext& context) {
    ForecastQuestion question;
    slurm::Clock const clock{snapshot.queue.now, Seconds{snapshot.origin}};
    bool const describes =
        !command.sbatch.empty() || !command.script.empty() ||
        std::ranges::any_of(command.values, [](auto const& one) { return !one.empty(); });
    if (command.job.empty() == !describes)
        return failure(usage_problem(
            command.job.empty()
                ? "name a job with --job, or describe one with --script, --nodes, --time …"
                : "--job names a job of the queue; its request cannot be changed",
            "clustersim forecast queue.tar.gz --job 123456"));
    if (!command.job.empty()) {
        auto target = target_of(command.job);
        if (!target) return failure(std::move(target.error()));
        question.target = *target;
    } else {
        auto request = request_of(command, clock, context);
        if (!request) return failure(std::move(request.error()));
        question.target = std::move(*request);
    }
    if (!command.by.empty()) {
        auto const by = slurm::parse_instant(command.by, clock);
        if (!by)
            return failure(usage_problem(fmt::format("--by {} is not a time", command.by),
                                         "2026-11-24T08:00 (UTC) or now+4hours"));
        question.by = *by;
    }
    return question;
}

void run_forecast(ForecastCommand const& command, CommandContext& context) {
    if (std::error_code ignored; fs::is_directory(command.archive, ignored)) {
        Diagnostics wrong;
        wrong.add(folder_for_archive(command.archive));
        return context.report(wrong);
    }
    auto read = slurm::read_queue_archive(command.archive);
    if (context.value_of(read) == nullptr) return;
    if (!context.quiet && !read->warnings.empty()) context.report(read->warnings);
    slurm::QueueSnapshot& snapshot = read->snapshot;
    if (auto const release = slurm::release_of(command.release))
        snapshot.site.settings.release = *release;
    auto question = question_of(command, snapshot, context);
    if (context.value_of(question) == nullptr) return;
    auto const name = !command.mix.empty()                ? command.mix
                      : slurm::gpus_of(snapshot.site) > 0 ? std::string("gpu-centre")
                                                          : std::string("archer2");
    auto mix = load_mix(name, context.data.mixes(), fs::current_path());
    if (context.value_of(mix) == nullptr) return;
    question->mix = &*mix;
    KnownPast past;
    if (!past.read(command.past, snapshot, context)) return;
    past.use_in(*question);
    question->samples = static_cast<std::size_t>(command.samples);
    question->seed = static_cast<std::uint64_t>(command.seed);
    question->exact = command.exact;
    question->later_jobs = !command.no_later_jobs;
    question->alternatives = !command.no_alternatives;
    question->horizon = Horizon::days(command.horizon_days);
    auto report = ReportFile::open(command.report);
    if (context.value_of(report) == nullptr) return;
    auto answer = forecast(snapshot, *question, context.work(command.workers, "replicates"));
    if (context.value_of(answer) == nullptr) return;
    if (!answer->complete) {
        context.set_interrupted();
        return;
    }
    context.print(command.format == ForecastFormat::json
                      ? forecast_json(*answer, *question, snapshot)
                      : forecast_text(*answer, *question, snapshot, stdout_width()));
    if (!command.report.empty())
        report->write(page_json(forecast_page(*answer, *question, snapshot)), context);
}

}  // namespace

void add_forecast_command(Command& app, CommandContext& context) {
    auto* sub = app.add_subcommand("forecast",
                                   "Forecast when a job starts, from the queue of a real cluster");
    auto command = std::make_shared<ForecastCommand>();
    auto* const archive = sub->add_option(
        "ARCHIVE", command->archive, "the queue, as the script of --collector wrote it");
    sub->add_flag("--collector", command->collector, "print the script that collects a queue")
        ->excludes(archive);
    sub->add_option(
           "--job", command->job, "a job of the queue: 123456, or 123456_7 for a task of an array")
        ->type_name("ID");
    sub->add_option("--script", command->script, "a job script, as for sbatch (- for stdin)")
        ->takes(ValueKind::file, "FILE")
        ->group("A new job");
    for (std::size_t i = 0; i < sbatch_names.size(); ++i)
        sub->add_option(
               std::string(sbatch_names[i][0]), command->values[i], std::string(sbatch_names[i][2]))
            ->type_name(std::string(sbatch_names[i][1]))
            ->group("A new job");
    sub->add_option("--sbatch", command->sbatch, "other options of sbatch, in one text")
        ->type_name("OPTIONS")
        ->group("A new job");
    sub->add_option(
           "--by",
           command->by,
           "also print the chance to have started by then: 2026-11-24T08:00 (UTC), now+4hours")
        ->type_name("TIME");
    sub->add_option("--samples", command->samples, "number of simulated futures")
        ->between(1, most_samples)
        ->capture_default_str();
    sub->add_option("--seed", command->seed, "seed of every random stream")
        ->at_least(0)
        ->capture_default_str();
    sub->add_option("--workers", command->workers, "threads (default: one per core)")->at_least(0);
    sub->add_option(
           "--horizon", command->horizon_days, "days after which a sample ends without a start")
        ->between(1, most_horizon_days)
        ->type_name("DAYS")
        ->capture_default_str();
    sub->add_option("--mix",
                    command->mix,
                    "job mix whose run times count if the snapshot knows too few ended jobs "
                    "(default: gpu-centre or archer2)")
        ->takes(ValueKind::mix, "MIX");
    add_release_option(*sub, command->release);
    add_past_options(*sub, command->past);
    sub->add_flag("--exact",
                  command->exact,
                  "simulate every cycle of backfill, even if thousands of jobs wait");
    sub->add_flag(
        "--no-later-jobs", command->no_later_jobs, "assume that nobody submits another job");
    sub->add_flag(
        "--no-alternatives", command->no_alternatives, "do not try smaller and shorter requests");
    add_report_option(*sub, command->report);
    add_choice_option<ForecastFormat>(*sub,
                                      "--format",
                                      command->format,
                                      forecast_formats,
                                      "output format: table (the default) or json");
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
            for (auto const& row : sub->rows())
                if (row->count() > 0 && row->spec().key != "collector")
                    throw CLI::ExcludesError("--collector", row->spec().name);
            return context.print(collect_script());
        }
        if (command->archive.empty()) throw CLI::RequiredError("ARCHIVE");
        run_forecast(*command, context);
    });
}

}  // namespace clustersim
