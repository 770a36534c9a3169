// SPDX-License-Identifier: Apache-2.0
//
// Published latencies and rates of serving language models. All requests of a row have the same length and start
// together, as in the benchmarks of TensorRT-LLM, LMDeploy and vLLM. A row with more requests than fit in memory is not
// predicted, because its engine lets some of them wait. Rates count generated tokens, or all tokens where the table says
// so. TensorRT-LLM before its XQA kernel (0.8) is a software of its own where queries are grouped.
#include "models/application/inference.hpp"

#include "models/machine/accelerator_config.hpp"
#include "sim/study/validate/sets.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

Result<Precision> precision_in(MeasuredRow const& row, std::string_view column) {
    for (auto const& [name, value] : precision_names())
        if (row.lower(column) == name) return value;
    return failure(problem(Code::unknown_name,
                           fmt::format("no precision is called \"{}\"", row.text(column))));
}

Result<InferencePlan> plan_of_row(MeasuredRow const& row) {
    auto const weights = precision_in(row, "precision");
    if (!weights) return failure(weights.error());
    auto const cache = precision_in(row, "cache");
    if (!cache) return failure(cache.error());
    return InferencePlan{row.whole_or("tp", 1),
                         row.whole_or("batch", 1),
                         row.whole_or("input", 1),
                         row.whole_or("output", 1),
                         *weights,
                         *cache};
}

Result<InferenceTime> served(MeasuredRow const& row, References const& references) {
    auto const application = references.application_known_as(row.text("model"));
    if (!application) return failure(application.error());
    auto const* model = std::get_if<Transformer>(&application->model);
    if (model == nullptr)
        return failure(problem(Code::inconsistent, row.text("model") + " is no language model"));
    auto const platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    auto const plan = plan_of_row(row);
    if (!plan) return failure(plan.error());
    return inference_time(*model, *plan, *platform);
}

double rate_of(MeasuredRow const& row, InferenceTime const& time) {
    double const prompts = row.lower("counts") == "all" ? row.whole_or("input", 0) : 0.0;
    double const output = row.whole_or("output", 1);
    return time.tokens_per_second * (prompts + output) / output;
}

std::string case_text(MeasuredRow const& row) {
    return fmt::format("{}, {} {}, batch {}, {} + {}",
                       row.text("model"),
                       row.text("tp"),
                       row.text("hardware"),
                       row.text("batch"),
                       row.text("input"),
                       row.text("output"));
}

/// One text for all rows that do not fit, so that they are counted together.
std::string reason(Diagnostics const& problems) {
    Diagnostic const& first = problems.items().front();
    return first.code == Code::out_of_memory ? "the requests do not fit in memory at the same time"
                                             : first.message;
}

std::vector<ValidationPoint> score_inference(MeasuredTable const& table,
                                             References const& references) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto const time = served(row, references);
        auto const add = [&](std::string_view column,
                             std::string_view quantity,
                             char const* unit,
                             auto predicted) {
            auto const measured = row.number(column);
            if (!measured || *measured <= 0.0) return;
            ValidationPoint point;
            point.id = row.text("id");
            point.line = row.line();
            point.quantity = fmt::format("{}, {}", quantity, row.text("software"));
            point.unit = unit;
            point.measured = *measured;
            point.remark = time ? case_text(row) : reason(time.error());
            if (time) point.predicted = predicted(*time);
            points.push_back(std::move(point));
        };
        add(
            "tokens_per_s",
            "tokens/s",
            "",
            [&](InferenceTime const& t) { return rate_of(row, t); });
        add(
            "first_token_s",
            "first token",
            "s",
            [](InferenceTime const& t) { return t.first_token.value.si(); });
        add(
            "between_tokens_s",
            "between tokens",
            "s",
            [](InferenceTime const& t) { return t.between_tokens.value.si(); });
        add("batch_latency_s", "batch latency", "s", [](InferenceTime const& t) {
            return t.total.si();
        });
    }
    return points;
}

}  // namespace

ValidationSet inference_set() {
    return {"inference",
            "Serving of language models",
            "inference.csv",
            {"model", "hardware", "precision", "cache", "batch", "tp", "input", "output"},
            {},
            score_inference};
}

}  // namespace clustersim
