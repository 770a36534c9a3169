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

/// Both kinds of replicas with kernels and messages at one point of their uncertainty.
struct SplitSetup {
    ServedModel const& served;
    ServingEngine const& engine;
    CacheTransfer transfer;
    int prefill_replicas = 1;
    int decode_replicas = 1;
    std::uint64_t seed = 1;

    [[nodiscard]] SplitTimes times(SplitRequests const& requests, double sign) const {
        IterationTime time = engine.time({1.0 + sign * kernel_spread, 1.0 + sign * message_spread});
        double const messages = 1.0 + sign * message_spread;
        SplitTimes times = split_load({&time,
                                       engine.limits,
                                       prefill_replicas,
                                       &time,
                                       engine.limits,
                                       decode_replicas,
                                       messages * transfer.token.si(),
                                       messages * transfer.start.si()},
                                      requests,
                                      seed);
        SplitQuantiles& gap = times.between_tokens;
        for (double* one : {&gap.mean, &gap.p50, &gap.p95})
            *one /= served.plan.speculation.per_pass();
        return times;
    }
};

SplitPoint split_point(SplitSetup const& setup, SplitRequests requests) {
    SplitPoint point;
    requests.warm_up = requests.rate ? counted_requests / 5 : 2 * requests.clients;
    requests.count = requests.warm_up + std::max(counted_requests, 4 * requests.clients);
    point.times = setup.times(requests, 0.0);
    point.fast = setup.times(requests, -1.0);
    point.slow = setup.times(requests, 1.0);
    double const served = point.times.requests_per_s;
    if (requests.rate) {
        point.rate = *requests.rate;
        point.sustained = served >= sustained_share * point.rate;
        point.slow_sustained = point.slow.requests_per_s >= sustained_share * point.rate;
    } else {
        point.clients = requests.clients;
        point.rate = served;
    }
    // What arrives is served, whatever the sample of a finite run says.
    double const ended = point.sustained ? point.rate : served;
    point.tokens_per_second = ended * setup.served.plan.output;
    int const gpus = (setup.prefill_replicas + setup.decode_replicas) * setup.served.plan.devices();
    point.gpu_hours_per_million = 1e6 / point.tokens_per_second * gpus / 3600.0;
    point.joules_per_token = setup.served.device_draw.si() * gpus / point.tokens_per_second;
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
    int const gpus = question.prefill_gpus + question.decode_gpus;
    SplitSetup const setup{served,
                           *engine,
                           cache_transfer(served.model, served.plan, served.platform, gpus),
                           question.prefill_gpus / devices,
                           question.decode_gpus / devices,
                           question.serving.seed};
    SplitAnswer answer{served.application,
                       served.system,
                       served.partition,
                       served.platform.accelerator.model,
                       served.engine.name,
                       engine->plan,
                       engine->memory,
                       setup.prefill_replicas,
                       setup.decode_replicas,
                       gpus,
                       setup.transfer.start.si() + setup.transfer.token.si() * served.plan.prompt,
                       {}};
    SplitRequests requests{
        .prompt = served.plan.prompt, .output = served.plan.passes(), .rate = {}};
    for (double const rate : question.serving.rates) {
        requests.rate = rate;
        answer.points.push_back(split_point(setup, requests));
    }
    requests.rate.reset();
    for (int const clients : question.serving.clients) {
        requests.clients = clients;
        answer.points.push_back(split_point(setup, requests));
    }
    out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
