// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/inference/split_serving.hpp"

#include "models/application/cache_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

constexpr int counted_requests = 2000;
/// A rate is sustained if about as many requests end as come.
constexpr double sustained_share = 0.95;

SplitPoint split_point(SplitEngines const& engines,
                       SplitRequests requests,
                       InferencePlan const& plan,
                       std::uint64_t seed) {
    SplitPoint point;
    requests.warm_up = requests.rate ? counted_requests / 5 : 2 * requests.clients;
    requests.count = requests.warm_up + std::max(counted_requests, 4 * requests.clients);
    point.times = split_load(engines, requests, seed);
    double const served = point.times.requests_per_s;
    if (requests.rate) {
        point.rate = *requests.rate;
        point.sustained = served >= sustained_share * point.rate;
    } else {
        point.clients = requests.clients;
        point.rate = served;
    }
    point.tokens_per_second = served * plan.output;
    SplitQuantiles& gap = point.times.between_tokens;
    for (double* time : {&gap.mean, &gap.p50, &gap.p95}) *time /= plan.speculation.per_pass();
    return point;
}

}  // namespace

Answered<SplitAnswer> predict_split(SplitQuestion const& question, Library const& library) {
    Answered<SplitAnswer> out;
    ServingSite site = question.serving.site;
    site.gpus = question.prefill_gpus;
    if (!site.tensor)
        site.tensor = std::min(question.prefill_gpus, question.decode_gpus) / site.data;
    auto found = served_model(site, library);
    out.problems = std::move(found.problems);
    out.remarks = std::move(found.remarks);
    if (!found.answer) return out;
    ServedModel const& served = *found.answer;
    int const devices = served.plan.devices();
    if (question.decode_gpus % devices != 0) {
        out.problems.add(problem(Code::inconsistent,
                                 fmt::format("replicas of {} GPUs do not divide {} GPUs for decode",
                                             devices,
                                             question.decode_gpus),
                                 "choose a multiple, or another --tensor"));
        return out;
    }
    auto built = engine_on(served.model,
                           served.plan,
                           served.platform,
                           question.serving.settings_on(served.engine),
                           served.engine);
    ServingEngine const* const engine = out.value_of(built);
    if (engine == nullptr) return out;
    IterationTime time = engine->time();
    CacheTransfer const transfer = cache_transfer(
        served.model, served.plan, served.platform, question.prefill_gpus + question.decode_gpus);
    EngineLimits decode = engine->limits;
    decode.arrival = 0.0;
    decode.prompt_token = 0.0;
    SplitEngines const engines{&time,
                               engine->limits,
                               question.prefill_gpus / devices,
                               &time,
                               decode,
                               question.decode_gpus / devices,
                               transfer.token.si(),
                               transfer.start.si()};
    SplitAnswer answer{served.application,
                       served.system,
                       served.partition,
                       served.platform.accelerator.model,
                       served.engine.name,
                       engine->plan,
                       engines.prefill_replicas,
                       engines.decode_replicas,
                       transfer.start.si() + transfer.token.si() * served.plan.prompt,
                       {}};
    SplitRequests requests{
        .prompt = served.plan.prompt, .output = served.plan.passes(), .rate = {}};
    for (double const rate : question.serving.rates) {
        requests.rate = rate;
        answer.points.push_back(split_point(engines, requests, served.plan, question.serving.seed));
    }
    requests.rate.reset();
    for (int const clients : question.serving.clients) {
        requests.clients = clients;
        answer.points.push_back(split_point(engines, requests, served.plan, question.serving.seed));
    }
    out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
