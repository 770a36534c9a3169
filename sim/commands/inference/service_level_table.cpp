// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/service_level_table.hpp"

#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace clustersim {
namespace {

nlohmann::json json_of_choice(LevelChoice const& choice) {
    nlohmann::json one{{"tensor", choice.plan.tensor},
                       {"data", choice.plan.data},
                       {"gpus_of_replica", choice.plan.devices()},
                       {"rate_of_replica_per_s", choice.rate_of_replica.value},
                       {"rate_of_replica_sampled_low_per_s", choice.rate_of_replica.low},
                       {"rate_of_replica_sampled_high_per_s", choice.rate_of_replica.high},
                       {"rate_of_replica_low_per_s", choice.rate_low},
                       {"rate_of_replica_high_per_s", choice.rate_high},
                       {"meets", choice.gpus > 0},
                       {"replicas", choice.replicas},
                       {"gpus", choice.gpus},
                       {"gpus_low", choice.gpus_low},
                       {"gpus_high", nullptr},
                       {"alone_first_token_s", choice.alone.first_token.p50},
                       {"alone_between_tokens_s", choice.alone.between_tokens.p50},
                       {"alone_end_to_end_s", choice.alone.end_to_end.p50}};
    if (choice.gpus_high > 0) one["gpus_high"] = choice.gpus_high;
    if (choice.load) {
        one["first_token_p95_s"] = choice.load->first_token.p95;
        one["between_tokens_p95_s"] = choice.load->between_tokens.p95;
        one["end_to_end_p95_s"] = choice.load->end_to_end.p95;
    }
    return one;
}

std::string level_json(LevelAnswer const& answer) {
    nlohmann::json choices = nlohmann::json::array();
    for (LevelChoice const& choice : answer.choices) choices.push_back(json_of_choice(choice));
    return nlohmann::json{{"schema", "clustersim/service-level/1"},
                          {"application", answer.application},
                          {"system", answer.system},
                          {"partition", answer.partition},
                          {"accelerator", answer.accelerator},
                          {"engine", answer.engine},
                          {"level", answer.level_text},
                          {"requests_per_s", answer.rate},
                          {"weights", weights_name(answer.choices.front().plan)},
                          {"best", json_of_choice(answer.choices[answer.best])},
                          {"choices", choices}}
               .dump(2) +
           "\n";
}

/// The choices of the JSON, a column each.
std::string level_csv(LevelAnswer const& answer) {
    std::vector<nlohmann::json> choices;
    std::set<std::string> keys;
    for (LevelChoice const& choice : answer.choices) {
        choices.push_back(json_of_choice(choice));
        for (auto const& [key, value] : choices.back().items()) keys.insert(key);
    }
    Table table;
    for (std::string const& key : keys) table.add_column(key);
    for (nlohmann::json const& one : choices) {
        std::vector<std::string> row;
        for (std::string const& key : keys)
            row.push_back(one.contains(key) && !one[key].is_null() ? one[key].dump() : "");
        table.rows.push_back(std::move(row));
    }
    return to_csv(table);
}

std::string gpus_text(LevelChoice const& choice) {
    if (choice.gpus == 0) return "not reached";
    return fmt::format("{} ({} – {})",
                       grouped(choice.gpus),
                       grouped(choice.gpus_low),
                       choice.gpus_high > 0 ? grouped(choice.gpus_high) : "none");
}

std::string rate_text(RateWithin const& rate) {
    return fmt::format(
        "{} ({} – {})", human_number(rate.value), human_number(rate.low), human_number(rate.high));
}

Table level_table(LevelAnswer const& answer) {
    Table table;
    for (char const* title : {"GPUs of a replica",
                              "requests/s of a replica",
                              "replicas",
                              "GPUs (range)",
                              "TTFT p95",
                              "ITL p95",
                              "alone: TTFT",
                              "ITL"})
        table.add_column(title);
    for (LevelChoice const& choice : answer.choices) {
        bool const met = choice.load.has_value();
        table.rows.push_back({grouped(choice.plan.devices()),
                              met ? rate_text(choice.rate_of_replica) : "–",
                              met ? grouped(choice.replicas) : "–",
                              gpus_text(choice),
                              met ? human(seconds(choice.load->first_token.p95)) : "–",
                              met ? human(seconds(choice.load->between_tokens.p95)) : "–",
                              human(seconds(choice.alone.first_token.p50)),
                              human(seconds(choice.alone.between_tokens.p50))});
    }
    return table;
}

/// By the uncertainty of the model and of sampled arrivals.
std::string range_text(LevelChoice const& best) {
    std::string const low = grouped(best.gpus_low);
    if (best.gpus_high <= 0)
        return fmt::format("Range: from {} GPUs; at the slow end of the model's uncertainty no "
                           "number meets it\n",
                           low);
    constexpr auto reason = "by the uncertainty of the model and of sampled arrivals";
    if (best.gpus_low == best.gpus_high)
        return fmt::format("Range: as many at both ends, {}\n", reason);
    return fmt::format("Range: {} to {} GPUs, {}\n", low, grouped(best.gpus_high), reason);
}

}  // namespace

std::string level_text(LevelAnswer const& answer, Format format) {
    if (format == Format::json) return level_json(answer);
    if (format == Format::csv) return level_csv(answer);
    LevelChoice const& best = answer.choices[answer.best];
    double const margin = best.rate_of_replica.value * best.replicas / answer.rate - 1.0;
    std::string text = fmt::format("{} on {} ({}): {} GPU{} {} at {} requests/s\n",
                                   answer.application,
                                   answer.system,
                                   answer.partition,
                                   grouped(best.gpus),
                                   best.gpus == 1 ? " meets" : "s meet",
                                   answer.level_text,
                                   human_number(answer.rate));
    text +=
        fmt::format("{} replica{} of {}, weights in {}, engine {}; they carry {} more requests\n",
                    grouped(best.replicas),
                    best.replicas == 1 ? "" : "s",
                    best.plan.devices(),
                    weights_name(best.plan),
                    answer.engine,
                    human_percent(margin));
    text += range_text(best);
    std::string const table = to_text(level_table(answer), format);
    std::string const note = "TTFT: time to the first token. ITL: time between tokens. 95 of 100 "
                             "are within the limits.\n"
                             "p95: at this rate, divided among the replicas.\n"
                             "Alone: a request that shares its replica with no other (median).\n"
                             "Requests/s of a replica: with the range of sampled arrivals, at 95 % "
                             "confidence.\n";
    if (format == Format::latex)
        return latex_text(text) + "\n\n" + table + "\n" + latex_text(note) + "\n";
    return text + "\n" + table + "\n" + note;
}

}  // namespace clustersim
