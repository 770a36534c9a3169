// SPDX-License-Identifier: Apache-2.0
//
// All replicas are alike: each request goes to one of them at random, so each replica has Poisson arrivals at its share of
// the rate. One replica is simulated. Clients are divided evenly; the replica with most of them is simulated.
#include "sim/study/serving.hpp"

#include "sim/serving/largest_rate.hpp"
#include "sim/serving/steady_load.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

constexpr int seeds_of_rate = 4;

/// The engine of one replica with its iteration times.
struct ServingEngine {
    ServedModel served;
    ServingContext context;
    EngineLimits limits;
    RequestLengths lengths;

    [[nodiscard]] IterationTime time(PassFactors factors = {}) const {
        return {served.model, served.plan, context, factors};
    }
};

SustainedRate sustained_rate(ServingEngine const& engine, IterationTime& time, std::uint64_t seed) {
    SustainedRate rate;
    double const replicas = engine.served.replicas;
    std::array<double, seeds_of_rate> rates{};
    for (std::size_t i = 0; i < rates.size(); ++i)
        rates[i] = replicas * largest_rate(time, engine.limits, engine.lengths, seed + i);
    auto const [low, high] = std::minmax_element(rates.begin(), rates.end());
    rate.seeds_low = *low;
    rate.seeds_high = *high;
    for (double const one : rates) rate.value += one / seeds_of_rate;
    auto const at = [&](double sign) {
        IterationTime other =
            engine.time({1.0 + sign * kernel_spread, 1.0 + sign * message_spread});
        return replicas * largest_rate(other, engine.limits, engine.lengths, seed);
    };
    rate.low = std::min(*low, at(1.0));
    rate.high = std::max(*high, at(-1.0));
    return rate;
}

void price(ServingPoint& point, ServedModel const& served) {
    point.gpu_hours_per_million = 1e6 / point.tokens_per_second * served.gpus / 3600.0;
}

ServingPoint at_rate(double rate,
                     SustainedRate const& most,
                     ServingEngine const& engine,
                     IterationTime& time,
                     std::uint64_t seed) {
    ServingPoint point;
    point.rate = rate;
    if (rate < most.seeds_low) {
        point.load =
            open_load(time, engine.limits, engine.lengths, rate / engine.served.replicas, seed);
        point.tokens_per_second = point.load->tokens_per_s * engine.served.replicas;
    } else {
        point.tokens_per_second = most.value * engine.served.plan.output;
    }
    price(point, engine.served);
    return point;
}

ServingPoint
with_clients(int clients, ServingEngine const& engine, IterationTime& time, std::uint64_t seed) {
    int const replicas = engine.served.replicas;
    int const fullest = (clients + replicas - 1) / replicas;
    ServingPoint point;
    point.clients = clients;
    point.load = closed_load(time, engine.limits, engine.lengths, fullest, seed);
    // Clients of replicas with fewer of them wait no longer.
    double const share = static_cast<double>(clients) / fullest;
    point.rate = point.load->requests_per_s * share;
    point.tokens_per_second = point.load->tokens_per_s * share;
    price(point, engine.served);
    return point;
}

/// The limits of an engine whose cache holds at least one request.
Result<EngineLimits>
limits_of(ServingQuestion const& question, ServedModel& served, InferenceMemory& memory) {
    served.plan.batch = question.largest_batch;
    double const tokens = question.prefill == PrefillPolicy::first
                              ? std::max(question.pass_tokens, question.site.prompt)
                              : question.pass_tokens;
    memory =
        inference_memory(served.model, served.plan, served.platform.accelerator.memory, tokens);
    int const fitting = memory.largest_batch;
    InferencePlan one = served.plan;
    one.batch = std::max(1, std::min(fitting, question.largest_batch));
    memory.cache = memory.cache * (static_cast<double>(one.batch) / served.plan.batch);
    served.plan = one;
    if (fitting < 1) return failure(too_large(one, memory, served.platform.accelerator));
    return EngineLimits{question.largest_batch,
                        std::int64_t{fitting} * (std::int64_t{one.prompt} + one.output),
                        question.pass_tokens,
                        question.prefill};
}

}  // namespace

Answered<ServingAnswer> predict_serving(ServingQuestion const& question, Library const& library) {
    Answered<ServingAnswer> out;
    auto found = served_model(question.site, library);
    out.problems = std::move(found.problems);
    out.remarks = std::move(found.remarks);
    if (!found.answer) return out;
    ServedModel served = std::move(*found.answer);
    InferenceMemory memory;
    auto context = serving_context(served.model, served.plan, served.platform);
    auto limits = limits_of(question, served, memory);
    ServingContext const* const device = out.value_of(context);
    EngineLimits const* const engine_limits = out.value_of(limits);
    if (device == nullptr || engine_limits == nullptr) return out;
    ServingEngine const engine{
        served,
        *device,
        *engine_limits,
        {served.plan.prompt, served.plan.output, question.spread, engine_limits->cache_tokens}};
    IterationTime time = engine.time();
    ServingAnswer answer{served.application,
                         served.system,
                         served.partition,
                         served.platform.accelerator.model,
                         served.gpus,
                         served.replicas,
                         served.plan,
                         memory,
                         served.plan.batch,
                         served.plan.batch < question.largest_batch,
                         question.spread,
                         question.seed,
                         question.prefill,
                         sustained_rate(engine, time, question.seed),
                         {}};
    for (double const rate : question.rates)
        answer.points.push_back(at_rate(rate, answer.sustained, engine, time, question.seed));
    for (int const clients : question.clients)
        answer.points.push_back(with_clients(clients, engine, time, question.seed));
    out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
