// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_plan_text.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/impossible_text.hpp"
#include "sim/report/metric_columns.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/table.hpp"
#include "sim/study/metric_table.hpp"
#include "sim/study/metric_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <vector>

namespace clustersim {
namespace {

using PlanJson = nlohmann::ordered_json;

/// The options of sbatch that say where and how long the tasks run: each takes a node of its own. Where all jobs get whole
/// nodes, --exclusive adds nothing; JUPITER's pages ask not to give it.
std::string sbatch_words(JobOutcome const& outcome, bool whole_nodes) {
    constexpr std::array said{
        "--partition=", "--qos=", "--constraint=", "--reservation=", "--time="};
    std::string words;
    for (std::string const& option : outcome.sbatch)
        if (std::ranges::any_of(said, [&](char const* one) { return option.starts_with(one); }))
            words += fmt::format("--sbatch={} ", option);
    if (!whole_nodes) words += "--sbatch=--exclusive ";
    if (!words.empty()) words.pop_back();
    return words;
}

std::string end_text(ArrayWidth const& width) {
    auto const end = width.end();
    auto const low = width.end_low();
    auto const high = width.end_high();
    if (!end) return "never";
    if (!low || !high) return human(seconds(*end));
    return human_range(seconds(*end), seconds(*low), seconds(*high));
}

/// The start of the first task: that of an array, or of its only task.
Metric const& first_start(ArrayWidth const& width) {
    return metric_named(width.tasks > 1 ? "first_start_median_s" : "wait_median_s");
}

std::string cell(Metric const& metric, JobOutcome const& outcome) {
    return metric_text(metric, outcome).value_or(std::string(not_applicable));
}

Table width_table(SweepPlan const& plan, Format format) {
    bool const csv = format == Format::csv;
    Table table;
    table.add_column(csv ? "tasks" : "array");
    table.add_column(csv ? "walltime_s" : "walltime");
    table.add_column(csv ? "runtime_s" : "run time");
    table.add_column(csv ? "first_start_median_s" : "first start (range)");
    table.add_column(csv ? "end_median_s" : "end (range)");
    if (csv) table.add_column("end_p5_s");
    if (csv) table.add_column("end_p95_s");
    table.add_column(csv ? "node_hours" : "node-h");
    table.add_column("billed");
    if (csv) table.add_column("billing_unit", false);
    auto const number = [](std::optional<double> value) {
        return value ? number_text(*value) : std::string();
    };
    for (ArrayWidth const& width : plan.widths) {
        JobOutcome const& outcome = width.outcome();
        Metric const& hours = metric_named("node_hours");
        Metric const& billed = metric_named("billed");
        if (csv) {
            table.rows.push_back({std::to_string(width.tasks),
                                  std::to_string(width.walltime.count),
                                  number(width.run_time.si()),
                                  number(first_start(width).value(outcome)),
                                  number(width.end()),
                                  number(width.end_low()),
                                  number(width.end_high()),
                                  number(hours.value(outcome)),
                                  number(billed.value(outcome)),
                                  width.answer.place.bill_unit});
        } else {
            table.rows.push_back({std::to_string(width.tasks),
                                  human(width.walltime.duration()),
                                  human(width.run_time),
                                  cell(first_start(width), outcome),
                                  end_text(width),
                                  cell(hours, outcome),
                                  cell(billed, outcome)});
        }
    }
    return table;
}

std::string plan_json(SweepPlanQuestion const& question, SweepPlan const& plan) {
    auto const number = [](std::optional<double> value) {
        return value ? PlanJson::parse(number_text(*value)) : PlanJson(nullptr);
    };
    RunPlace const& place = plan.widths.front().answer.place;
    PlanJson widths = PlanJson::array();
    for (ArrayWidth const& width : plan.widths) {
        JobOutcome const& outcome = width.outcome();
        widths.push_back({{"tasks", width.tasks},
                          {"walltime_s", width.walltime.count},
                          {"runtime_s", number(width.run_time.si())},
                          {"first_start_median_s", number(first_start(width).value(outcome))},
                          {"end_median_s", number(width.end())},
                          {"end_p5_s", number(width.end_low())},
                          {"end_p95_s", number(width.end_high())},
                          {"node_hours", number(metric_named("node_hours").value(outcome))},
                          {"billed", number(metric_named("billed").value(outcome))}});
    }
    PlanJson const document{{"schema", "clustersim/sweep-plan/1"},
                            {"points", question.points},
                            {"core_hours", number(question.core_time.si() / 3600.0)},
                            {"system", place.system},
                            {"partition", place.partition},
                            {"cores_per_task", plan.cores},
                            {"billing_unit", place.bill_unit},
                            {"replicates", question.replicates},
                            {"widths", std::move(widths)},
                            {"best_tasks", plan.widths[plan.best].tasks}};
    return document.dump(2, ' ', false, PlanJson::error_handler_t::replace) + "\n";
}

}  // namespace

std::string sweep_plan_text(SweepPlanQuestion const& question,
                            SweepPlan const& plan,
                            std::string const& scenario,
                            Format format) {
    if (format == Format::json) return plan_json(question, plan);
    if (format == Format::csv) return to_text(width_table(plan, format), format);
    ArrayWidth const& best = plan.widths[plan.best];
    RunPlace const& place = best.answer.place;
    std::string out =
        fmt::format("{} points, {} core-hours, on {}, partition {}: one node with {} cores for "
                    "each task.\n\n",
                    grouped(static_cast<std::int64_t>(question.points)),
                    human_number(question.core_time.si() / 3600.0),
                    text_in(place.title, format),
                    text_in(place.partition, format),
                    plan.cores);
    out += to_text(width_table(plan, format), format);
    out += impossible_text(plan.impossible, format);
    out += fmt::format(
        "\nThe array of {} {} ends first: expected end {} after the submission, {} node-hours.\n"
        "Queue: {} replicates of the usual background load. A core there counts as fast as one "
        "here.\n"
        "Submit it on {}: clustersim sweep {} -o FILE.sqlite --executor slurm --tasks {} "
        "{}\n",
        best.tasks,
        best.tasks == 1 ? "task" : "tasks",
        end_text(best),
        cell(metric_named("node_hours"), best.outcome()),
        question.replicates,
        text_in(place.system, format),
        text_in(scenario, format),
        best.tasks,
        text_in(sbatch_words(best.outcome(), place.whole_nodes), format));
    return out;
}

}  // namespace clustersim
