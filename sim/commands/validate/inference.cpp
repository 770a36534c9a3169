// SPDX-License-Identifier: Apache-2.0
//
// Published latencies and rates of serving language models. All requests of a row have the same length and start
// together, as in the benchmarks of TensorRT-LLM, LMDeploy and vLLM. A row with more requests than fit in memory is not
// predicted, because its engine lets some of them wait. Rates count generated tokens, or all tokens where the table says
// so. TensorRT-LLM before its XQA kernel (0.8) is a software of its own where queries are grouped.
#include "sim/commands/validate/served_row.hpp"
#include "sim/commands/validate/sets.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

Result<InferenceTime> served(MeasuredRow const& row, References const& references) {
    auto const found = served_row(row, references);
    if (!found) return failure(found.error());
    return inference_time(
        found->model, found->plan, found->platform, engine_of_row(row, references));
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

std::vector<ValidationPoint> score_inference(MeasuredRow const& row, References const& references) {
    auto const time = served(row, references);
    using Time = InferenceTime;
    return served_points<Time>(
        row,
        time,
        time ? case_text(row) : reason(time.error()),
        {{"tokens_per_s", "tokens/s", "", [&](Time const& t) { return rate_of(row, t); }},
         {"first_token_s", "first token", "s", [](auto& t) { return t.first_token.value.si(); }},
         {"between_tokens_s",
          "between tokens",
          "s",
          [](auto& t) { return t.between_tokens.value.si(); }},
         {"batch_latency_s", "batch latency", "s", [](auto& t) { return t.total.si(); }}});
}

}  // namespace

ValidationSet inference_set() {
    return {"inference",
            "Serving of language models",
            "inference.csv",
            {"model", "hardware", "precision", "cache", "batch", "tp", "input", "output"},
            {},
            each_row<score_inference>};
}

}  // namespace clustersim
