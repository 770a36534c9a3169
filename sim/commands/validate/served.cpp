// SPDX-License-Identifier: Apache-2.0
//
// Served models as InferenceX and NVIDIA measured them: clients that each have one request, first token and time between
// tokens (means of a run). The engine is that of the row's software. The engine looks for new requests after `poll` passes if the
// recipe says so. Rows whose prefill and decode have GPUs of their own have both plans.
#include "models/application/cache_transfer.hpp"
#include "models/application/serving_software.hpp"
#include "sim/commands/validate/served_row.hpp"
#include "sim/commands/validate/sets.hpp"
#include "sim/serving/client_benchmark.hpp"
#include "sim/serving/engine.hpp"
#include "sim/serving/split_load.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

constexpr std::uint64_t served_seed = 1;
constexpr int requests_of_client = 10;  ///< SA-Bench of NVIDIA Dynamo and srt-slurm: num_prompts

EngineSettings settings_of(MeasuredRow const& row, ServingSoftware const& software) {
    EngineSettings settings;
    settings.prefill = software.prefill;
    settings.pass_tokens = software.pass_tokens;
    settings.largest_batch = std::max(software.largest_batch, row.whole_or("clients", 1));
    settings.poll = row.whole_or("poll", 1);
    return settings;
}

/// Of the row's plan with prompts, and another with generation.
Result<BenchmarkTimes> split_times_of_row(MeasuredRow const& row,
                                          ServedRow const& found,
                                          ServingSoftware const& software,
                                          ServingEngine const& prefill,
                                          IterationTime& prefill_time) {
    InferencePlan plan = found.plan;
    plan.tensor = row.whole_or("decode_tp", 1);
    plan.data = row.whole_or("decode_data", 1);
    plan.expert = row.whole_or("decode_expert", 1);
    auto const decode =
        engine_on(found.model, plan, found.platform, settings_of(row, software), software);
    if (!decode) return failure(decode.error());
    IterationTime decode_time = decode->time();
    int const prefill_replicas = row.whole_or("prefill_workers", 1);
    int const decode_replicas = row.whole_or("decode_workers", 1);
    CacheTransfer const transfer =
        cache_transfer(found.model,
                       plan,
                       found.platform,
                       prefill_replicas * found.plan.devices() + decode_replicas * plan.devices());
    int const clients = row.whole_or("clients", 1);
    SplitTimes const times = split_load({&prefill_time,
                                         prefill.limits,
                                         prefill_replicas,
                                         &decode_time,
                                         decode->limits,
                                         decode_replicas,
                                         transfer.token.si(),
                                         transfer.start.si()},
                                        {.prompt = found.plan.prompt,
                                         .output = found.plan.output,
                                         .least = row.number("least_length").value_or(1.0),
                                         .rate = {},
                                         .clients = clients,
                                         .count = requests_of_client * clients},
                                        served_seed);
    return BenchmarkTimes{times.first_token.mean,
                          times.first_token.p50,
                          times.between_tokens.mean,
                          times.between_tokens.p50,
                          times.requests_per_s * plan.output};
}

Result<BenchmarkTimes> times_of_row(MeasuredRow const& row, References const& references) {
    auto found = served_row(row, references);
    if (!found) return failure(found.error());
    auto const software = references.engine_known_as(row.text("software"));
    if (!software) return failure(software.error());
    auto const engine = engine_on(
        found->model, found->plan, found->platform, settings_of(row, *software), *software);
    if (!engine) return failure(engine.error());
    IterationTime time = engine->time();
    if (row.whole("decode_tp")) return split_times_of_row(row, *found, *software, *engine, time);
    return client_benchmark(time,
                            engine->limits,
                            {.prompt = found->plan.prompt,
                             .output = found->plan.output,
                             .least = row.number("least_length").value_or(1.0),
                             .clients = row.whole_or("clients", 1),
                             .per_client = requests_of_client},
                            served_seed);
}

std::string case_of_row(MeasuredRow const& row) {
    return fmt::format("{}, {} {}, {}, {} + {}, {} clients",
                       row.text("model"),
                       row.text("tp"),
                       row.text("hardware"),
                       row.text("weights"),
                       row.text("input"),
                       row.text("output"),
                       row.text("clients"));
}

std::vector<ValidationPoint> score_served(MeasuredRow const& row, References const& references) {
    auto const times = times_of_row(row, references);
    return served_points<BenchmarkTimes>(
        row,
        times,
        times ? case_of_row(row) : times.error().items().front().message,
        {{"first_token_s",
          row.whole("decode_tp") ? "first token, split" : "first token",
          "s",
          [](auto& t) { return t.first_token_mean; }},
         {"between_tokens_s",
          row.whole("decode_tp") ? "between tokens, split" : "between tokens",
          "s",
          [](auto& t) { return t.between_tokens_mean; }}});
}

}  // namespace

ValidationSet served_set() {
    return {"served",
            "Served language models by engine",
            "served.csv",
            {"model",
             "hardware",
             "weights",
             "cache",
             "tp",
             "data",
             "expert",
             "input",
             "output",
             "clients",
             "least_length"},
            {},
            each_row<score_served>};
}

}  // namespace clustersim
