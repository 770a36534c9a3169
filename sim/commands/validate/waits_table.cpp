// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/validate/waits_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/number_text.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace clustersim {
namespace {

using WaitsJson = nlohmann::ordered_json;

std::string count_text(std::size_t count) {
    return grouped(static_cast<std::int64_t>(count));
}

std::vector<std::string> score_cells(WaitScore const& score) {
    return {fmt::format("{:.3f}", score.squared_error),
            percent(score.within_2),
            percent(score.within_3),
            fmt::format("{:.3f}", score.pinball),
            percent(score.held),
            fmt::format("{:.2f}", score.width)};
}

void add_score_columns(Table& table) {
    for (char const* title :
         {"squared error", "within ×2", "within ×3", "pinball", "in 90 % range", "width"})
        table.add_column(title);
}

Table method_table(std::vector<MethodScore> const& methods) {
    Table table;
    table.add_column("method", false);
    add_score_columns(table);
    table.add_column("squared error, 5 – 95 %");
    for (MethodScore const& method : methods) {
        std::vector<std::string> row{method.method};
        for (std::string& cell : score_cells(method.score)) row.push_back(std::move(cell));
        row.push_back(
            fmt::format("{:.3f} – {:.3f}", method.squared_error.low, method.squared_error.high));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table group_table(WaitsAnswer const& answer) {
    Table table;
    table.add_column("class", false);
    table.add_column("jobs");
    add_score_columns(table);
    for (GroupScore const& group : answer.groups) {
        std::vector<std::string> row{group.name, count_text(group.score.jobs)};
        for (std::string& cell : score_cells(group.score)) row.push_back(std::move(cell));
        table.rows.push_back(std::move(row));
    }
    if (answer.waited && answer.waited->jobs > 0) {
        std::vector<std::string> row{"still waiting", count_text(answer.waited->jobs)};
        for (std::string& cell : score_cells(*answer.waited)) row.push_back(std::move(cell));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string_view block_name(WaitsAnswer const& answer) {
    return answer.source == WaitSource::noons ? "snapshots" : "days with submissions";
}

std::string rests_on(WaitsAnswer const& answer) {
    std::string text =
        fmt::format("\n{} of {} jobs are scored: the first {} of {} {} are only learned from",
                    count_text(answer.methods.back().score.jobs),
                    count_text(answer.jobs),
                    answer.learned_blocks,
                    answer.blocks,
                    block_name(answer));
    if (answer.never_started > 0)
        text += fmt::format("; {} jobs never started", count_text(answer.never_started));
    text += fmt::format(".\nThe trees learn from {} columns, in {} fits. No forecast uses a wait "
                        "that ended after it.\n",
                        answer.columns,
                        answer.fits);
    if (answer.source == WaitSource::log)
        text += fmt::format("They know what a simulation of the queue says of {} of the scored "
                            "jobs.\n",
                            answer.simulated_jobs == answer.methods.back().score.jobs
                                ? "all"
                                : count_text(answer.simulated_jobs));
    text += "Errors, pinball loss (mean of 5, 25, 50, 75 and 95 %) and widths are of log10 of the "
            "wait + 1 s.\n";
    text += fmt::format(
        "In hindsight, the shortest range that holds 90 % of all waits has a width of {:.2f}.\n",
        answer.best_constant_width);
    if (answer.waited && answer.waited->jobs + answer.waited_without_range > 0)
        text +=
            fmt::format("\"Still waiting\" are jobs at the beginning of each day that they wait, "
                        "forecast given their wait so far; {} more had waited too long for a "
                        "range.\n",
                        count_text(answer.waited_without_range));
    text += "The interval of the squared error comes from resampling whole blocks.\n";
    return text;
}

/// The waits of some jobs by simulation, and what was inferred for it.
std::string simulated_text(SimulatedScores const& simulated, Format format) {
    auto const wait = [](double seconds) {
        return human(Seconds{static_cast<std::int64_t>(seconds)}.duration());
    };
    std::string text = fmt::format("\n{}Simulated, {} of the scored jobs\n{}",
                                   heading_mark(3, format),
                                   count_text(simulated.methods.back().score.jobs),
                                   heading_gap(format)) +
                       to_text(method_table(simulated.methods), format);
    text += fmt::format(
        "\nMean wait: {} recorded, {} simulated, {} with friction; median {}, {} and {}.\n",
        wait(simulated.recorded_mean),
        wait(simulated.mean[0]),
        wait(simulated.mean[1]),
        wait(simulated.recorded_median),
        wait(simulated.median[0]),
        wait(simulated.median[1]));
    text += fmt::format("Friction was inferred {} times, each from the 60 days before: lost "
                        "capacity in {} of them, closed queues in {}, limits in {}, order in {}.\n",
                        simulated.inferences,
                        simulated.with_lost,
                        simulated.with_closed,
                        simulated.with_limits,
                        simulated.with_order);
    text += simulated.inferred.empty() ? "The last time: nothing was found.\n" : "The last time:\n";
    for (std::string const& one : simulated.inferred) text += fmt::format("  {}\n", one);
    return text;
}

WaitsJson score_json(WaitScore const& score) {
    WaitsJson json{{"jobs", score.jobs}};
    for (auto const& [name, part] : score_parts) json[name] = score.*part;
    return json;
}

WaitsJson methods_json(std::vector<MethodScore> const& methods) {
    WaitsJson out = WaitsJson::array();
    for (MethodScore const& method : methods) {
        WaitsJson one{{"method", method.method}};
        one.update(score_json(method.score));
        one["squared_error_5_95"] = {method.squared_error.low, method.squared_error.high};
        out.push_back(std::move(one));
    }
    return out;
}

WaitsJson simulated_json(SimulatedScores const& simulated) {
    return {{"methods", methods_json(simulated.methods)},
            {"mean_wait_s",
             {{"recorded", simulated.recorded_mean},
              {"simulation", simulated.mean[0]},
              {"simulation_with_friction", simulated.mean[1]}}},
            {"median_wait_s",
             {{"recorded", simulated.recorded_median},
              {"simulation", simulated.median[0]},
              {"simulation_with_friction", simulated.median[1]}}},
            {"inferences",
             {{"all", simulated.inferences},
              {"lost_capacity", simulated.with_lost},
              {"closed_queues", simulated.with_closed},
              {"limits", simulated.with_limits},
              {"order", simulated.with_order}}},
            {"inferred", simulated.inferred}};
}

std::string waits_json(WaitsAnswer const& answer) {
    WaitsJson json{{"schema", "clustersim/waits/1"},
                   {"source", answer.source == WaitSource::noons ? "snapshots" : "log"},
                   {"jobs", answer.jobs},
                   {"never_started", answer.never_started},
                   {"blocks", answer.blocks},
                   {"learned_blocks", answer.learned_blocks},
                   {"columns", answer.columns},
                   {"simulated_jobs", answer.simulated_jobs},
                   {"fits", answer.fits},
                   {"best_constant_range_width", answer.best_constant_width}};
    json["methods"] = methods_json(answer.methods);
    json["classes"] = WaitsJson::array();
    for (GroupScore const& group : answer.groups) {
        WaitsJson one{{"class", group.name}};
        one.update(score_json(group.score));
        json["classes"].push_back(std::move(one));
    }
    if (answer.waited) {
        json["still_waiting"] = score_json(*answer.waited);
        json["still_waiting"]["without_range"] = answer.waited_without_range;
    }
    if (answer.simulated) json["simulated"] = simulated_json(*answer.simulated);
    return json.dump(2) + "\n";
}

std::string waits_csv(WaitsAnswer const& answer) {
    Table table;
    for (char const* title : {"method", "class", "jobs"}) table.add_column(title);
    for (auto const& [name, part] : score_parts) table.add_column(name);
    auto const add = [&](std::string const& method, std::string const& group, WaitScore const& s) {
        std::vector<std::string> row{method, group, std::to_string(s.jobs)};
        for (auto const& [name, part] : score_parts) row.push_back(number_text(s.*part));
        table.rows.push_back(std::move(row));
    };
    for (MethodScore const& method : answer.methods) add(method.method, "all", method.score);
    for (GroupScore const& group : answer.groups)
        add(answer.methods.back().method, group.name, group.score);
    if (answer.waited) add(answer.methods.back().method, "still waiting", *answer.waited);
    if (answer.simulated)
        for (MethodScore const& method : answer.simulated->methods)
            add(method.method, "simulated", method.score);
    return to_csv(table);
}

}  // namespace

std::string waits_text(WaitsAnswer const& answer, Format format) {
    if (format == Format::json) return waits_json(answer);
    if (format == Format::csv) return waits_csv(answer);
    return to_text(method_table(answer.methods), format) +
           fmt::format(
               "\n{}Boosted trees by class\n{}", heading_mark(3, format), heading_gap(format)) +
           to_text(group_table(answer), format) +
           (answer.simulated ? simulated_text(*answer.simulated, format) : "") + rests_on(answer);
}

}  // namespace clustersim
