// SPDX-License-Identifier: Apache-2.0
//
// All replicas are alike: each request goes to one of them at random, so each replica has Poisson arrivals at its share of
// the rate. One replica is simulated. Clients are divided evenly; the replica with most of them is simulated.
#include "sim/commands/inference/serving.hpp"

#include "sim/serving/largest_rate.hpp"
#include "sim/serving/steady_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

constexpr int seeds_of_rate = 4;

/// One replica of several.
struct ServingSetup {
    ServedModel served;
    ServingEngine engine;
    RequestLengths lengths;
};

SustainedRate sustained_rate(ServingSetup const& setup, IterationTime& time, std::uint64_t seed) {
    SustainedRate rate;
    double const replicas = setup.served.replicas;
    std::array<double, seeds_of_rate> rates{};
    for (std::size_t i = 0; i < rates.size(); ++i) {
        LargestRate const one = largest_rate(time, setup.engine.limits, setup.lengths, seed + i);
        rates[i] = replicas * one.requests_per_s;
        rate.tokens_per_second += replicas * one.tokens_per_s / seeds_of_rate;
    }
    auto const [low, high] = std::minmax_element(rates.begin(), rates.end());
    rate.seeds_low = *low;
    rate.seeds_high = *high;
    rate.tokens_per_second *= setup.served.plan.speculation.per_pass();
    for (double const one : rates) rate.value += one / seeds_of_rate;
    auto const at = [&](double sign) {
        IterationTime other =
            setup.engine.time({1.0 + sign * kernel_spread, 1.0 + sign * message_spread});
        return replicas *
               largest_rate(other, setup.engine.limits, setup.lengths, seed).requests_per_s;
    };
    rate.low = std::min(*low, at(1.0));
    rate.high = std::max(*high, at(-1.0));
    return rate;
}

void price(ServingPoint& point, ServedModel const& served) {
    point.gpu_hours_per_million = 1e6 / point.tokens_per_second * served.gpus / 3600.0;
    point.joules_per_token = served.device_draw.si() * served.gpus / point.tokens_per_second;
}

ServingPoint at_rate(double rate,
                     SustainedRate const& most,
                     ServingSetup const& setup,
                     IterationTime& time,
                     std::uint64_t seed) {
    ServingPoint point;
    point.rate = rate;
    if (rate < most.seeds_low) {
        point.load = open_load(time,
                               setup.engine.limits,
                               setup.lengths,
                               rate / setup.served.replicas,
                               rate / most.value,
                               seed);
        by_tokens(*point.load, setup.served.plan.speculation);
        // The sample's tokens per request at the offered rate, of which the sample has a little more or less.
        point.tokens_per_second = rate * point.load->tokens_per_s / point.load->requests_per_s;
    } else {
        point.tokens_per_second = most.tokens_per_second;
    }
    price(point, setup.served);
    return point;
}

ServingPoint
with_clients(int clients, ServingSetup const& setup, IterationTime& time, std::uint64_t seed) {
    int const replicas = setup.served.replicas;
    int const fullest = (clients + replicas - 1) / replicas;
    ServingPoint point;
    point.clients = clients;
    point.load = closed_load(time, setup.engine.limits, setup.lengths, fullest, seed);
    by_tokens(*point.load, setup.served.plan.speculation);
    // Clients of replicas with fewer of them wait no longer.
    double const share = static_cast<double>(clients) / fullest;
    point.rate = point.load->requests_per_s * share;
    point.tokens_per_second = point.load->tokens_per_s * share;
    price(point, setup.served);
    return point;
}

}  // namespace

void by_tokens(SteadyLoad& load, Speculation const& speculation) {
    double const tokens = speculation.per_pass();
    LatencyQuantiles& gap = load.between_tokens;
    for (double* time : {&gap.mean, &gap.p50, &gap.p95, &gap.p95_low, &gap.p95_high})
        *time /= tokens;
    load.tokens_per_s *= tokens;
}

Answered<ServingAnswer> predict_serving(ServingQuestion const& question, Library const& library) {
    Answered<ServingAnswer> out;
    auto found = served_model(question.site, library);
    out.problems = std::move(found.problems);
    out.remarks = std::move(found.remarks);
    if (!found.answer) return out;
    ServedModel const& served = *found.answer;
    EngineSettings const settings = question.settings_on(served.engine);
    if (settings.pass_tokens < settings.largest_batch) {
        out.problems.add(problem(
            Code::wrong_usage,
            fmt::format("a pass of {} tokens has no room for a token of each of {} requests",
                        settings.pass_tokens,
                        settings.largest_batch),
            "choose --pass-tokens of at least --max-batch"));
        return out;
    }
    auto built = engine_on(served.model, served.plan, served.platform, settings, served.engine);
    ServingEngine const* const engine = out.value_of(built);
    if (engine == nullptr) return out;
    ServingSetup const setup{
        served,
        *engine,
        {served.plan.prompt, served.plan.passes(), question.spread, engine->limits.cache_tokens}};
    IterationTime time = engine->time();
    ServingAnswer answer{served.application,
                         served.system,
                         served.partition,
                         served.platform.accelerator.model,
                         served.gpus,
                         served.replicas,
                         served.engine.name,
                         engine->plan,
                         engine->memory,
                         settings,
                         question.spread,
                         question.seed,
                         sustained_rate(setup, time, question.seed),
                         {}};
    for (double const rate : question.rates)
        answer.points.push_back(at_rate(rate, answer.sustained, setup, time, question.seed));
    for (int const clients : question.clients)
        answer.points.push_back(with_clients(clients, setup, time, question.seed));
    out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
