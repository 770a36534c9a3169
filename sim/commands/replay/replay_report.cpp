// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/replay/replay_report.hpp"

#include "sim/core/human.hpp"
#include "sim/report/atomic_file.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace clustersim {
namespace {

/// One figure of a summary, with its name for programs and its title for people.
struct Figure {
    std::string key;
    std::string title;
    nlohmann::ordered_json value;
    std::string text;
};

Figure seconds_figure(std::string key, std::string title, Seconds value) {
    return {std::move(key), std::move(title), value.count, human(value.duration())};
}

void add_failures(slurm::FailureTotals const& of, std::vector<Figure>& figures) {
    auto const count = [&](std::string key, std::string title, std::int64_t value) {
        figures.push_back({std::move(key), std::move(title), value, fmt::format("{}", value)});
    };
    auto const hours = [&](std::string key, std::string title, double value) {
        figures.push_back({std::move(key), std::move(title), value, human_number(value)});
    };
    count("node_failures", "node failures", of.node_failures);
    count("jobs_requeued_by_failures", "jobs requeued by failures", of.jobs_requeued);
    count("jobs_failed_by_failures", "jobs ended by failures", of.jobs_failed);
    hours("node_hours_down", "node-hours down", of.node_hours_down);
    hours("node_hours_lost", "node-hours of runs lost", of.node_hours_lost);
}

std::vector<Figure> figures_of(ReplaySummary const& summary) {
    Metrics const& m = summary.metrics;
    std::vector<Figure> figures{
        {"trace", "trace", summary.trace, summary.trace},
        {"policy", "policy", summary.policy, summary.policy},
        {"processors", "processors", summary.processors, fmt::format("{}", summary.processors)},
        {"jobs", "jobs", m.jobs, fmt::format("{}", m.jobs)},
        {"mean_wait_s", "mean wait", m.mean_wait_s, human(seconds(m.mean_wait_s))},
        seconds_figure("median_wait_s", "median wait", m.median_wait),
        seconds_figure("p95_wait_s", "95 % wait at most", m.p95_wait),
        seconds_figure("max_wait_s", "longest wait", m.max_wait),
        {"mean_bounded_slowdown",
         "mean bounded slowdown",
         m.mean_bounded_slowdown,
         human_number(m.mean_bounded_slowdown)},
        seconds_figure("makespan_s", "makespan", m.makespan),
        {"utilization", "utilization", m.utilization, human_percent(m.utilization)},
    };
    if (!summary.rules.empty()) {
        auto const after_policy = figures.begin() + 2;
        figures.insert(after_policy, {"rules", "decided by", summary.rules, summary.rules});
    }
    if (summary.recorded_mean_wait_s) {
        double const wait = *summary.recorded_mean_wait_s;
        figures.push_back(
            {"recorded_mean_wait_s", "recorded mean wait", wait, human(seconds(wait))});
    }
    if (summary.failures) add_failures(*summary.failures, figures);
    for (auto const& [state, count] : summary.states)
        figures.push_back({"state_" + state, state, count, fmt::format("{}", count)});
    return figures;
}

}  // namespace

Table replay_table(ReplaySummary const& summary) {
    Table table;
    table.add_column("measure", false);
    table.add_column("value", true);
    for (Figure const& figure : figures_of(summary))
        table.rows.push_back({figure.title, figure.text});
    return table;
}

std::string print_replay(ReplaySummary const& summary, Format format) {
    std::vector<Figure> const figures = figures_of(summary);
    if (format == Format::json) {
        nlohmann::ordered_json document{{"schema", "clustersim/replay/1"}};
        for (Figure const& figure : figures) document[figure.key] = figure.value;
        return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
               "\n";
    }
    if (format == Format::csv) {
        Table table;
        table.rows.emplace_back();
        for (Figure const& figure : figures) {
            table.add_column(figure.key);
            bool const text = figure.value.is_string();
            table.rows[0].push_back(text ? figure.text : figure.value.dump());
        }
        return to_text(table, format);
    }
    return to_text(replay_table(summary), format);
}

Result<void> write_starts(std::filesystem::path const& path, std::span<JobRecord const> records) {
    auto file = AtomicFile::create(path);
    if (!file) return failure(std::move(file.error()));
    constexpr std::size_t block = 64U << 10;
    std::string text = "id,submit,start,run,procs\n";
    for (JobRecord const& record : records) {
        fmt::format_to(std::back_inserter(text),
                       FMT_COMPILE("{},{},{},{},{}\n"),
                       record.id,
                       record.submit.since_origin,
                       record.start.since_origin,
                       record.run().count,
                       record.total_units());
        if (text.size() >= block) {
            file->write(text);
            text.clear();
        }
    }
    file->write(text);
    return file->commit();
}

}  // namespace clustersim
