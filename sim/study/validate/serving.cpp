// SPDX-License-Identifier: Apache-2.0
//
// Published latencies of engines while requests come and go, by the number of clients or by the rate of arrivals. The
// settings of the engines are those of the command `inference`; requests have the mean length of the row. Measured
// numbers are means over requests. Rows at rates that the model does not sustain are not predicted.
#include "models/machine/accelerator_config.hpp"
#include "sim/serving/engine.hpp"
#include "sim/serving/largest_rate.hpp"
#include "sim/serving/steady_load.hpp"
#include "sim/study/validate/sets.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

constexpr std::uint64_t run_seed = 1;

Result<Precision> format_in(MeasuredRow const& row, std::string_view column) {
    for (auto const& [name, value] : precision_names())
        if (row.lower(column) == name) return value;
    return failure(problem(Code::unknown_name,
                           fmt::format("no precision is called \"{}\"", row.text(column))));
}

Result<ServingEngine> engine_of_row(MeasuredRow const& row, References const& references) {
    auto const application = references.application_known_as(row.text("model"));
    if (!application) return failure(application.error());
    auto const* model = std::get_if<Transformer>(&application->model);
    if (model == nullptr)
        return failure(problem(Code::inconsistent, row.text("model") + " is no language model"));
    auto const platform = references.platform(row.text("hardware"));
    if (!platform) return failure(platform.error());
    auto const weights = format_in(row, "precision");
    if (!weights) return failure(weights.error());
    auto const cache = format_in(row, "cache");
    if (!cache) return failure(cache.error());
    return engine_on(*model,
                     {row.whole_or("tp", 1),
                      1,
                      row.whole_or("input", 1),
                      row.whole_or("output", 1),
                      *weights,
                      *cache},
                     *platform,
                     {});
}

Result<SteadyLoad> load_of_row(MeasuredRow const& row, References const& references) {
    auto const engine = engine_of_row(row, references);
    if (!engine) return failure(engine.error());
    RequestLengths const lengths{
        engine->plan.prompt, engine->plan.output, 0.0, engine->limits.cache_tokens};
    IterationTime time = engine->time();
    if (auto const clients = row.whole("clients"))
        return closed_load(time, engine->limits, lengths, *clients, run_seed);
    auto const rate = row.number("rate");
    if (!rate || *rate <= 0.0)
        return failure(
            problem(Code::missing_key, "the row has neither clients nor a rate of arrivals"));
    if (*rate >= largest_rate(time, engine->limits, lengths, run_seed).requests_per_s)
        return failure(problem(Code::never_fits, "the model does not sustain this rate"));
    return open_load(time, engine->limits, lengths, *rate, run_seed);
}

std::string load_text(MeasuredRow const& row) {
    return fmt::format("{}, {} {}, {} + {}, {}",
                       row.text("model"),
                       row.text("tp"),
                       row.text("hardware"),
                       row.text("input"),
                       row.text("output"),
                       row.whole("clients") ? row.text("clients") + " clients"
                                            : row.text("rate") + " requests/s");
}

std::vector<ValidationPoint> score_serving(MeasuredTable const& table,
                                           References const& references) {
    std::vector<ValidationPoint> points;
    for (MeasuredRow const& row : table.rows) {
        auto const load = load_of_row(row, references);
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
            point.remark = load ? load_text(row) : load.error().items().front().message;
            if (load) point.predicted = predicted(*load);
            points.push_back(std::move(point));
        };
        add(
            "tokens_per_s", "tokens/s", "", [](SteadyLoad const& l) { return l.tokens_per_s; });
        add(
            "first_token_s",
            "first token",
            "s",
            [](SteadyLoad const& l) { return l.first_token.mean; });
        add("between_tokens_s", "between tokens", "s", [](SteadyLoad const& l) {
            return l.between_tokens.mean;
        });
    }
    return points;
}

}  // namespace

ValidationSet serving_set() {
    return {"serving",
            "Serving of language models under load",
            "serving.csv",
            {"model", "hardware", "precision", "cache", "tp", "input", "output", "clients", "rate"},
            {},
            score_serving};
}

}  // namespace clustersim
