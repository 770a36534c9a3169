// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/split_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

nlohmann::json json_of_quantiles(SplitPoint const& point, SplitQuantiles SplitTimes::*member) {
    nlohmann::json found = nlohmann::json::object();
    auto const add = [&](std::string const& suffix, SplitTimes const& times, bool sustained) {
        SplitQuantiles const& q = times.*member;
        for (auto const& [name, value] :
             {std::pair{"mean", q.mean}, std::pair{"p50", q.p50}, std::pair{"p95", q.p95}})
            found[name + suffix] = sustained ? nlohmann::json(value) : nlohmann::json();
    };
    add("", point.times, point.sustained);
    add("_low", point.fast, point.sustained);
    add("_high", point.slow, point.slow_sustained);
    return found;
}

std::string split_json(SplitAnswer const& answer) {
    nlohmann::json points = nlohmann::json::array();
    for (SplitPoint const& point : answer.points) {
        nlohmann::json one{
            {"requests_per_s", point.rate},
            {"sustained", point.sustained},
            {"first_token_s", json_of_quantiles(point, &SplitTimes::first_token)},
            {"between_tokens_s", json_of_quantiles(point, &SplitTimes::between_tokens)},
            {"tokens_per_s", point.tokens_per_second},
            {"gpu_hours_per_million_tokens", point.gpu_hours_per_million},
            {"energy_per_token_J", point.joules_per_token},
            {"prefill_busy", point.times.prefill_busy},
            {"decode_busy", point.times.decode_busy}};
        if (point.clients) one["clients"] = *point.clients;
        points.push_back(std::move(one));
    }
    return nlohmann::json{{"schema", "clustersim/split-serving/1"},
                          {"application", answer.application},
                          {"system", answer.system},
                          {"partition", answer.partition},
                          {"accelerator", answer.accelerator},
                          {"engine", answer.engine},
                          {"weights", weights_name(answer.plan)},
                          {"gpus_of_replica", answer.plan.devices()},
                          {"prefill_replicas", answer.prefill_replicas},
                          {"decode_replicas", answer.decode_replicas},
                          {"gpus", answer.gpus},
                          {"largest_batch_of_replica", answer.plan.batch},
                          {"weights_B", answer.memory.weights.si()},
                          {"cache_B", answer.memory.cache.si()},
                          {"working_B", answer.memory.working.si()},
                          {"usable_B", answer.memory.usable.si()},
                          {"transfer_s", answer.transfer_s},
                          {"points", points}}
               .dump(2) +
           "\n";
}

/// A latency with its range; an end at which the queue grows has none.
std::string latency_cell(SplitPoint const& point,
                         SplitQuantiles SplitTimes::*member,
                         double SplitQuantiles::*quantile) {
    if (!point.sustained) return "–";
    auto const at = [&](SplitTimes const& times) {
        return human(seconds(times.*member.*quantile));
    };
    return fmt::format("{} ({} – {})",
                       at(point.times),
                       at(point.fast),
                       point.slow_sustained ? at(point.slow) : std::string("∞"));
}

std::string first_split_cell(SplitPoint const& point) {
    return point.clients ? grouped(*point.clients) : human_number(point.rate);
}

Table split_latencies(SplitAnswer const& answer) {
    Table table;
    for (char const* title : {answer.points.front().clients ? "clients" : "requests/s",
                              "TTFT p50 (range)",
                              "p95 (range)",
                              "ITL p50 (range)",
                              "p95 (range)"})
        table.add_column(title);
    for (SplitPoint const& point : answer.points) {
        std::vector<std::string> row{first_split_cell(point)};
        for (auto const member : {&SplitTimes::first_token, &SplitTimes::between_tokens})
            for (auto const quantile : {&SplitQuantiles::p50, &SplitQuantiles::p95})
                row.push_back(latency_cell(point, member, quantile));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table split_throughput(SplitAnswer const& answer) {
    Table table;
    for (char const* title : {answer.points.front().clients ? "clients" : "requests/s",
                              "tokens/s",
                              "GPU-h / M tokens",
                              "J / token",
                              "sustained",
                              "prefill busy",
                              "decode busy"})
        table.add_column(title);
    for (SplitPoint const& point : answer.points)
        table.rows.push_back({first_split_cell(point),
                              human_number(point.tokens_per_second),
                              human_number(point.gpu_hours_per_million),
                              human_number(point.joules_per_token),
                              point.sustained ? "yes" : "no",
                              human_percent(point.times.prefill_busy),
                              human_percent(point.times.decode_busy)});
    return table;
}

/// A number a column, by the names of the JSON.
std::string split_csv(SplitAnswer const& answer) {
    Table table;
    auto const document = nlohmann::json::parse(split_json(answer));
    for (nlohmann::json const& point : document.at("points")) {
        nlohmann::json const flat = point.flatten();
        std::vector<std::string> row;
        for (auto const& [path, value] : flat.items()) {
            if (table.rows.empty()) {
                std::string name = path.substr(1);
                std::ranges::replace(name, '/', '_');
                table.add_column(name);
            }
            row.push_back(value.is_null() ? "" : value.dump());
        }
        table.rows.push_back(std::move(row));
    }
    return to_csv(table);
}

}  // namespace

std::string split_text(SplitAnswer const& answer, Format format) {
    if (format == Format::json) return split_json(answer);
    if (format == Format::csv) return split_csv(answer);
    std::string const text = fmt::format(
        "{} on {} ({}, {}): {} replica{} for prompts, {} for generation, of {} GPU{} each\n"
        "Prompts of {} tokens, outputs of {}, weights in {}, engine {}\n"
        "Each GPU needs {} of {}: weights {}, keys and values of {} requests {}, activations {}\n"
        "The keys and values of a prompt take {} to the other replica\n",
        answer.application,
        answer.system,
        answer.partition,
        answer.accelerator,
        answer.prefill_replicas,
        answer.prefill_replicas == 1 ? "" : "s",
        answer.decode_replicas,
        answer.plan.devices(),
        answer.plan.devices() == 1 ? "" : "s",
        grouped(answer.plan.prompt),
        grouped(answer.plan.output),
        weights_name(answer.plan),
        answer.engine,
        human(answer.memory.total()),
        human(answer.memory.usable),
        human(answer.memory.weights),
        grouped(answer.plan.batch),
        human(answer.memory.cache),
        human(answer.memory.working),
        human(seconds(answer.transfer_s)));
    std::string const table =
        to_text(split_latencies(answer), format) + "\n" + to_text(split_throughput(answer), format);
    std::string const note =
        "TTFT: time to the first token. ITL: mean time between the tokens of a request.\n"
        "Ranges: by the uncertainty of kernels and messages; ∞: the queue grows.\n"
        "Busy: share of the time in which the replicas of a kind compute.\n";
    if (format == Format::latex)
        return latex_text(text) + "\n\n" + table + "\n" + latex_text(note) + "\n";
    return text + "\n" + table + "\n" + note;
}

}  // namespace clustersim
