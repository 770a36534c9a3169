// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/split_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

nlohmann::json json_of_quantiles(SplitQuantiles const& q) {
    return {{"mean", q.mean}, {"p50", q.p50}, {"p95", q.p95}};
}

std::string split_json(SplitAnswer const& answer) {
    nlohmann::json points = nlohmann::json::array();
    for (SplitPoint const& point : answer.points) {
        nlohmann::json one{{"requests_per_s", point.rate},
                           {"sustained", point.sustained},
                           {"first_token_s", json_of_quantiles(point.times.first_token)},
                           {"between_tokens_s", json_of_quantiles(point.times.between_tokens)},
                           {"tokens_per_s", point.tokens_per_second},
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
                          {"transfer_s", answer.transfer_s},
                          {"points", points}}
               .dump(2) +
           "\n";
}

Table split_table(SplitAnswer const& answer) {
    Table table;
    for (char const* title : {answer.points.front().clients ? "clients" : "requests/s",
                              "TTFT p50",
                              "p95",
                              "ITL p50",
                              "p95",
                              "tokens/s",
                              "sustained",
                              "prefill busy",
                              "decode busy"})
        table.add_column(title);
    for (SplitPoint const& point : answer.points) {
        auto const cell = [&](double time) {
            return point.sustained ? human(seconds(time)) : std::string("–");
        };
        SplitTimes const& t = point.times;
        table.rows.push_back({point.clients ? grouped(*point.clients) : human_number(point.rate),
                              cell(t.first_token.p50),
                              cell(t.first_token.p95),
                              cell(t.between_tokens.p50),
                              cell(t.between_tokens.p95),
                              human_number(point.tokens_per_second),
                              point.sustained ? "yes" : "no",
                              human_percent(t.prefill_busy),
                              human_percent(t.decode_busy)});
    }
    return table;
}

}  // namespace

std::string split_text(SplitAnswer const& answer, Format format) {
    if (format == Format::json) return split_json(answer);
    if (format == Format::csv) return to_csv(split_table(answer));
    std::string const text = fmt::format(
        "{} on {} ({}, {}): {} replica{} for prompts, {} for generation, of {} GPU{} each\n"
        "Prompts of {} tokens, outputs of {}, weights in {}, engine {}\n"
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
        human(seconds(answer.transfer_s)));
    std::string const table = to_text(split_table(answer), format);
    std::string const note =
        "TTFT: time to the first token. ITL: mean time between the tokens of a request.\n"
        "Busy: share of the time in which the replicas of a kind compute.\n";
    if (format == Format::latex)
        return latex_text(text) + "\n\n" + table + "\n" + latex_text(note) + "\n";
    return text + "\n" + table + "\n" + note;
}

}  // namespace clustersim
