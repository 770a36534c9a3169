// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/serving_numbers.hpp"

#include "models/application/roofline.hpp"
#include "models/energy/energy.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 5> first_token_names{"first_token_mean_s",
                                                            "first_token_p50_s",
                                                            "first_token_p95_s",
                                                            "first_token_p95_low_s",
                                                            "first_token_p95_high_s"};
constexpr std::array<std::string_view, 5> between_names{"between_tokens_mean_s",
                                                        "between_tokens_p50_s",
                                                        "between_tokens_p95_s",
                                                        "between_tokens_p95_low_s",
                                                        "between_tokens_p95_high_s"};
constexpr std::array<std::string_view, 5> whole_names{"end_to_end_mean_s",
                                                      "end_to_end_p50_s",
                                                      "end_to_end_p95_s",
                                                      "end_to_end_p95_low_s",
                                                      "end_to_end_p95_high_s"};

nlohmann::json json_of(ServingNumber const& number) {
    if (!number.value) return nullptr;
    if (number.whole) return static_cast<std::int64_t>(*number.value);
    return *number.value;
}

}  // namespace

std::vector<ServingNumber> serving_numbers(ServingPoint const& point) {
    std::vector<ServingNumber> numbers;
    auto const add = [&](std::string_view name, std::optional<double> value, bool whole = false) {
        numbers.push_back({name, value, whole});
    };
    auto const& load = point.load;
    auto const of_load = [&](auto member) {
        return load ? std::optional<double>(member(*load)) : std::nullopt;
    };
    auto const latency = [&](auto const& names, LatencyQuantiles SteadyLoad::*member) {
        add(names[0], of_load([&](auto const& l) { return (l.*member).mean; }));
        add(names[1], of_load([&](auto const& l) { return (l.*member).p50; }));
        add(names[2], of_load([&](auto const& l) { return (l.*member).p95; }));
        add(names[3], of_load([&](auto const& l) { return (l.*member).p95_low; }));
        add(names[4], of_load([&](auto const& l) { return (l.*member).p95_high; }));
    };
    if (point.clients) add("clients", *point.clients, true);
    add("requests_per_s", point.rate);
    latency(first_token_names, &SteadyLoad::first_token);
    latency(between_names, &SteadyLoad::between_tokens);
    latency(whole_names, &SteadyLoad::end_to_end);
    add("tokens_per_s", point.tokens_per_second);
    add("gpu_hours_per_million_tokens", point.gpu_hours_per_million);
    add("energy_per_token_J", point.joules_per_token);
    add("tokens_per_kwh", joules_per_kwh / point.joules_per_token);
    add("mean_running_of_replica", of_load([](auto const& l) { return l.mean_running; }));
    add("most_running_of_replica", of_load([](auto const& l) { return l.largest_running; }), true);
    add("mean_in_system_of_replica", of_load([](auto const& l) { return l.mean_in_system; }));
    add("busy", of_load([](auto const& l) { return l.busy; }));
    add("measured_requests", of_load([](auto const& l) { return l.requests; }), true);
    return numbers;
}

std::string serving_json(ServingAnswer const& answer) {
    nlohmann::json points = nlohmann::json::array();
    for (ServingPoint const& point : answer.points) {
        nlohmann::json one = nlohmann::json::object();
        one["sustained"] = point.load.has_value();
        for (ServingNumber const& number : serving_numbers(point))
            one[std::string(number.name)] = json_of(number);
        points.push_back(std::move(one));
    }
    SustainedRate const& most = answer.sustained;
    InferenceMemory const& memory = answer.memory;
    return nlohmann::json{{"schema", "clustersim/serving/1"},
                          {"application", answer.application},
                          {"system", answer.system},
                          {"partition", answer.partition},
                          {"accelerator", answer.accelerator},
                          {"gpus", answer.gpus},
                          {"engine", answer.engine},
                          {"replicas", answer.replicas},
                          {"tensor", answer.plan.tensor},
                          {"prompt", answer.plan.prompt},
                          {"output", answer.plan.output},
                          {"spread", answer.spread},
                          {"precision", name_of(answer.plan.precision)},
                          {"weights", weights_name(answer.plan)},
                          {"cache", name_of(answer.plan.cache)},
                          {"prefill", name_of(answer.settings.prefill)},
                          {"seed", answer.seed},
                          {"largest_batch_of_replica", answer.plan.batch},
                          {"requests_in_cache", memory.largest_batch},
                          {"weights_B", memory.weights.si()},
                          {"cache_B", memory.cache.si()},
                          {"working_B", memory.working.si()},
                          {"usable_B", memory.usable.si()},
                          {"largest_rate_per_s",
                           {{"value", most.value},
                            {"tokens_per_s", most.tokens_per_second},
                            {"low", most.low},
                            {"high", most.high},
                            {"seeds_low", most.seeds_low},
                            {"seeds_high", most.seeds_high}}},
                          {"points", points}}
               .dump(2) +
           "\n";
}

std::string serving_csv(ServingAnswer const& answer) {
    Table table;
    for (ServingPoint const& point : answer.points) {
        auto const numbers = serving_numbers(point);
        if (table.columns.empty()) {
            for (ServingNumber const& number : numbers) table.add_column(std::string(number.name));
            table.add_column("sustained");
            table.add_column("largest_rate_per_s");
        }
        std::vector<std::string> row;
        for (ServingNumber const& number : numbers)
            if (!number.value)
                row.emplace_back();
            else if (number.whole)
                row.push_back(fmt::format("{:.0f}", *number.value));
            else
                row.push_back(fmt::format("{:.6g}", *number.value));
        row.emplace_back(point.load ? "true" : "false");
        row.push_back(fmt::format("{:.6g}", answer.sustained.value));
        table.rows.push_back(std::move(row));
    }
    return to_csv(table);
}

}  // namespace clustersim
