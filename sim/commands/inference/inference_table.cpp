// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/inference_table.hpp"

#include "models/application/roofline.hpp"
#include "models/energy/energy.hpp"
#include "sim/core/human.hpp"
#include "sim/report/grouped_number.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

std::string range_text(RangedTime const& time) {
    return human_range(time.value, time.low, time.high);
}

struct Number {
    std::string_view name;
    double value = 0.0;
    bool whole = false;
};

/// Numbers for files, in SI units.
std::vector<Number> numbers_of(InferencePoint const& point) {
    InferenceTime const& time = point.time;
    InferenceMemory const& memory = time.memory;
    return {{"batch", double(point.batch), true},
            {"replicas", double(point.replicas), true},
            {"tensor", double(point.plan.tensor), true},
            {"prompt", double(point.plan.prompt), true},
            {"output", double(point.plan.output), true},
            {"first_token_s", time.first_token.value.si()},
            {"first_token_low_s", time.first_token.low.si()},
            {"first_token_high_s", time.first_token.high.si()},
            {"between_tokens_s", time.between_tokens.value.si()},
            {"between_tokens_low_s", time.between_tokens.low.si()},
            {"between_tokens_high_s", time.between_tokens.high.si()},
            {"total_s", time.total.si()},
            {"tokens_per_s", point.tokens_per_second},
            {"gpu_hours_per_million_tokens", point.gpu_hours_per_million},
            {"energy_per_token_J", point.joules_per_token},
            {"tokens_per_kwh", joules_per_kwh / point.joules_per_token},
            {"decode_products_s", time.decode.products.si()},
            {"decode_attention_s", time.decode.attention.si()},
            {"decode_rest_s", time.decode.rest.si()},
            {"decode_messages_s", time.decode.messages.si()},
            {"weights_B", memory.weights.si()},
            {"cache_B", memory.cache.si()},
            {"working_B", memory.working.si()},
            {"usable_B", memory.usable.si()},
            {"largest_batch", double(memory.largest_batch) * point.replicas, true}};
}

Table inference_table(InferenceAnswer const& answer) {
    Table table;
    for (char const* title : {"batch",
                              "first token (range)",
                              "between tokens (range)",
                              "tokens/s",
                              "tokens/s per request",
                              "GPU-h / M tokens",
                              "J / token",
                              "weights",
                              "KV cache",
                              "activations",
                              "largest batch"})
        table.add_column(title);
    for (InferencePoint const& point : answer.points) {
        InferenceTime const& time = point.time;
        InferenceMemory const& memory = time.memory;
        table.rows.push_back({grouped(point.batch),
                              range_text(time.first_token),
                              point.plan.output > 1 ? range_text(time.between_tokens) : "–",
                              human_number(point.tokens_per_second),
                              human_number(point.tokens_per_second / point.batch),
                              human_number(point.gpu_hours_per_million),
                              human_number(point.joules_per_token),
                              human(memory.weights),
                              human(memory.cache),
                              human(memory.working),
                              grouped(std::int64_t{memory.largest_batch} * point.replicas)});
    }
    return table;
}

std::string inference_json(InferenceAnswer const& answer) {
    nlohmann::json points = nlohmann::json::array();
    for (InferencePoint const& point : answer.points) {
        nlohmann::json one = nlohmann::json::object();
        for (Number const& number : numbers_of(point)) {
            nlohmann::json& value = one[std::string(number.name)];
            if (number.whole)
                value = static_cast<std::int64_t>(number.value);
            else
                value = number.value;
        }
        points.push_back(std::move(one));
    }
    InferencePlan const& plan = answer.points.front().plan;
    return nlohmann::json{{"schema", "clustersim/inference/1"},
                          {"application", answer.application},
                          {"system", answer.system},
                          {"partition", answer.partition},
                          {"accelerator", answer.accelerator},
                          {"gpus", answer.gpus},
                          {"engine", answer.engine},
                          {"precision", name_of(plan.precision)},
                          {"weights", weights_name(plan)},
                          {"cache", name_of(plan.cache)},
                          {"points", points}}
               .dump(2) +
           "\n";
}

std::string inference_csv(InferenceAnswer const& answer) {
    Table table;
    for (InferencePoint const& point : answer.points) {
        auto const numbers = numbers_of(point);
        if (table.columns.empty())
            for (Number const& number : numbers) table.add_column(std::string(number.name));
        std::vector<std::string> row;
        for (Number const& number : numbers)
            row.push_back(number.whole ? fmt::format("{:.0f}", number.value)
                                       : fmt::format("{:.6g}", number.value));
        table.rows.push_back(std::move(row));
    }
    return to_csv(table);
}

}  // namespace

std::string inference_text(InferenceAnswer const& answer, Format format) {
    if (format == Format::json) return inference_json(answer);
    if (format == Format::csv) return inference_csv(answer);
    InferencePoint const& first = answer.points.front();
    InferencePlan const& plan = first.plan;
    std::string const title = fmt::format(
        "{} on {} ({}, {}): {} GPU{}, {}",
        answer.application,
        answer.system,
        answer.partition,
        answer.accelerator,
        answer.gpus,
        answer.gpus == 1 ? "" : "s",
        first.replicas == 1 ? fmt::format("tensor parallelism {}", plan.tensor)
                            : fmt::format("{} replicas of {}", first.replicas, plan.devices()));
    std::string const lengths = fmt::format(
        "Requests of {} tokens and {} generated ones, weights in {}, keys and values in {}, {}",
        grouped(plan.prompt),
        grouped(plan.output),
        weights_name(plan),
        name_of(plan.cache),
        answer.engine);
    std::string const note =
        "All requests of a batch start together. Memory is that of one GPU, of which the engine "
        "takes a part. J / token is at most that: with the power of training.";
    std::string const table = to_text(inference_table(answer), format);
    if (format == Format::latex)
        return latex_text(title) + "\n\n" + latex_text(lengths) + "\n\n" + table + "\n" +
               latex_text(note) + "\n";
    return title + "\n" + lengths + "\n\n" + table + "\n" + note + "\n";
}

}  // namespace clustersim
