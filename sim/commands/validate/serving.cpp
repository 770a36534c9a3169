// SPDX-License-Identifier: Apache-2.0
//
// Published latencies of engines while requests come and go, by the number of clients or by the rate of arrivals. The
// settings of the engines are those of the command `inference`; requests have the mean length of the row. Measured
// numbers are means over requests. Rows at rates that the model does not sustain are not predicted.
#include "sim/commands/validate/served_row.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/serving/engine.hpp"
#include "sim/serving/largest_rate.hpp"
#include "sim/serving/steady_load.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

constexpr std::uint64_t run_seed = 1;

Result<SteadyLoad> load_of_row(MeasuredRow const& row, References const& references) {
    auto const found = served_row(row, references);
    if (!found) return failure(found.error());
    auto const engine =
        engine_on(found->model, found->plan, found->platform, {}, engine_of_row(row, references));
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
    double const most = largest_rate(time, engine->limits, lengths, run_seed).requests_per_s;
    if (*rate >= most)
        return failure(problem(Code::never_fits, "the model does not sustain this rate"));
    return open_load(time, engine->limits, lengths, *rate, *rate / most, run_seed);
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

std::vector<ValidationPoint> score_serving(MeasuredRow const& row, References const& references) {
    auto const load = load_of_row(row, references);
    return served_points<SteadyLoad>(
        row,
        load,
        load ? load_text(row) : load.error().items().front().message,
        {{"tokens_per_s", "tokens/s", "", [](auto& l) { return l.tokens_per_s; }},
         {"first_token_s", "first token", "s", [](auto& l) { return l.first_token.mean; }},
         {"between_tokens_s", "between tokens", "s", [](auto& l) {
              return l.between_tokens.mean;
          }}});
}

}  // namespace

ValidationSet serving_set() {
    return {"serving",
            "Serving of language models under load",
            "serving.csv",
            {"model", "hardware", "precision", "cache", "tp", "input", "output", "clients", "rate"},
            {},
            each_row<score_serving>};
}

}  // namespace clustersim
