// SPDX-License-Identifier: Apache-2.0
//
// The fewest devices that meet a service level.
//
// Method. For each width of a replica (1, 2, 4, … devices of a node, or of several nodes if it fits in none) the largest rate of Poisson
// arrivals at which the 95 % quantiles are within the level is found by simulation (sim/serving/largest_rate.cpp).
// Requests are divided among replicas at random, so a number of replicas carries that number times the rate. The range
// repeats this with kernels and messages at the ends of their stated uncertainty, and adds that of the sampled arrivals.
// Domain. As for requests that come and go (sim/serving).
#include "sim/commands/inference/service_level.hpp"

#include "sim/core/ascii.hpp"
#include "sim/core/human.hpp"
#include "sim/core/quantity_text.hpp"
#include "sim/serving/largest_rate.hpp"
#include "sim/serving/steady_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr int requests_shown = 500;  ///< of a batch of the load meter
constexpr int most_devices = 64;     ///< of a replica whose width is not given

int replicas_for(double rate, double of_one) {
    return of_one > 0.0 ? std::max(1, static_cast<int>(std::ceil(rate / of_one - 1e-9))) : 0;
}

/// A width: its largest rates within the level, and the load at the number of replicas that carries the rate.
LevelChoice
try_width(ServedModel const& served, ServingEngine const& engine, LevelQuestion const& question) {
    RequestLengths const lengths{served.plan.prompt,
                                 served.plan.passes(),
                                 question.serving.spread,
                                 engine.limits.cache_tokens};
    std::uint64_t const seed = question.serving.seed;
    // Latencies of passes, of which each gives several tokens.
    ServiceLevel level = question.level;
    if (level.between_tokens) *level.between_tokens *= served.plan.speculation.per_pass();
    LimitRatio const ratio = [&](auto const& load, auto member) {
        return level.ratio(load, member);
    };
    auto const within = [&](double sign, SearchRuns runs) {
        IterationTime time = engine.time({1.0 + sign * kernel_spread, 1.0 + sign * message_spread});
        return rate_within(time, engine.limits, lengths, ratio, runs, seed);
    };
    double const rate = question.serving.rates.front();
    LevelChoice choice;
    choice.plan = engine.plan;
    RateWithin const of_one = within(0.0, SearchRuns::long_ones);
    choice.rate_of_replica = of_one;
    choice.rate_low = std::min(of_one.low, within(1.0, SearchRuns::short_ones).value);
    choice.rate_high = std::max(of_one.high, within(-1.0, SearchRuns::short_ones).value);
    int const devices = choice.plan.devices();
    choice.replicas = replicas_for(rate, choice.rate_of_replica.value);
    choice.gpus = choice.replicas * devices;
    choice.gpus_high = replicas_for(rate, choice.rate_low) * devices;
    choice.gpus_low = replicas_for(rate, choice.rate_high) * devices;
    IterationTime time = engine.time();
    if (choice.replicas > 0) {
        double const own = rate / choice.replicas;
        choice.load = open_load(
            time, engine.limits, lengths, own, own / of_one.largest, seed, requests_shown);
        by_tokens(*choice.load, served.plan.speculation);
    }
    choice.alone = closed_load(time, engine.limits, lengths, 1, seed);
    by_tokens(choice.alone, served.plan.speculation);
    return choice;
}

Diagnostic unreachable(LevelAnswer const& answer, LevelQuestion const& question) {
    LevelChoice const& nearest =
        *std::ranges::min_element(answer.choices, {}, [&](LevelChoice const& choice) {
            return question.level.ratio(choice.alone, &LatencyQuantiles::p50);
        });
    Diagnostic d = problem(
        Code::never_fits,
        fmt::format("no number of GPUs of {} meets {}", answer.system, question.level_text));
    d.expected = fmt::format("at least what a request gets that is alone on {} GPU{}: {} to its "
                             "first token, {} between tokens, {} to its last token",
                             nearest.plan.devices(),
                             nearest.plan.devices() == 1 ? "" : "s",
                             human(seconds(nearest.alone.first_token.p50)),
                             human(seconds(nearest.alone.between_tokens.p50)),
                             human(seconds(nearest.alone.end_to_end.p50)));
    d.help = "allow more time, shorten --prompt or --output, or use --weights with fewer bits";
    return d;
}

}  // namespace

double ServiceLevel::ratio(SteadyLoad const& load, LatencyMember member) const {
    double largest = 0.0;
    if (first_token) largest = std::max(largest, load.first_token.*member / *first_token);
    if (between_tokens) largest = std::max(largest, load.between_tokens.*member / *between_tokens);
    if (end_to_end) largest = std::max(largest, load.end_to_end.*member / *end_to_end);
    return largest;
}

Result<ServiceLevel> read_service_level(std::string_view text) {
    ServiceLevel level;
    Diagnostics problems;
    auto const wrong = [&](std::string_view part, std::string const& why) {
        problems.add(problem(Code::wrong_usage,
                             fmt::format("--for: \"{}\": {}", part, why),
                             "write limits as ttft<1s,tpot<50ms; known: ttft, tpot, itl, e2e"));
    };
    for (std::size_t from = 0; from <= text.size();) {
        std::size_t const end = std::min(text.find(',', from), text.size());
        std::string_view const part = trimmed(text.substr(from, end - from));
        from = end + 1;
        auto const sign = part.find('<');
        if (sign == std::string_view::npos) {
            wrong(part, "no limit");
            continue;
        }
        std::string_view const name = trimmed(part.substr(0, sign));
        auto const time = parse_quantity(trimmed(part.substr(sign + 1)), Dimension::time);
        std::optional<double>* const limit = name == "ttft" ? &level.first_token
                                             : name == "tpot" || name == "itl"
                                                 ? &level.between_tokens
                                             : name == "e2e" ? &level.end_to_end
                                                             : nullptr;
        if (limit == nullptr)
            wrong(part, fmt::format("unknown latency \"{}\"", name));
        else if (!time)
            wrong(part, time.error());
        else if (*time <= 0.0)
            wrong(part, "a limit above 0 is needed");
        else if (*limit)
            wrong(part, "this latency has a limit already");
        else
            *limit = *time;
    }
    if (problems.has_errors()) return failure(std::move(problems));
    return level;
}

Answered<LevelAnswer> find_fewest(LevelQuestion const& question, Library const& library) {
    Answered<LevelAnswer> out;
    LevelAnswer answer;
    answer.rate = question.serving.rates.front();
    answer.level_text = question.level_text;
    auto const given = question.serving.site.tensor;
    ServingSite site = question.serving.site;
    site.tensor = given.value_or(1);
    site.gpus = *site.tensor * site.data;
    auto found = served_model(site, library);
    out.remarks = std::move(found.remarks);
    out.problems = std::move(found.problems);
    if (!found.answer) return out;
    ServedModel& served = *found.answer;
    answer.application = served.application;
    answer.system = served.system;
    answer.partition = served.partition;
    answer.accelerator = served.platform.accelerator.model;
    answer.engine = served.engine.name;
    Diagnostics refused;
    for (int const most = given.value_or(most_devices); served.plan.tensor <= most;
         served.plan.tensor *= 2) {
        // Messages between nodes slow a replica down, so only what fits in no node is divided over several.
        bool const over_nodes = served.plan.tensor > std::max(1, served.platform.node.gpus);
        if (!given && over_nodes && !answer.choices.empty()) break;
        auto const engine = engine_on(served.model,
                                      served.plan,
                                      served.platform,
                                      question.serving.settings_on(served.engine),
                                      served.engine);
        if (engine)
            answer.choices.push_back(try_width(served, *engine, question));
        else
            refused = engine.error();
    }
    if (answer.choices.empty()) {
        out.problems.append(refused);
        return out;
    }
    auto const count = [](LevelChoice const& choice) {
        return choice.gpus > 0 ? choice.gpus : 1'000'000'000;
    };
    answer.best = static_cast<std::size_t>(std::ranges::min_element(answer.choices, {}, count) -
                                           answer.choices.begin());
    LevelChoice const& best = answer.choices[answer.best];
    if (best.gpus == 0) {
        out.problems.add(unreachable(answer, question));
        return out;
    }
    // What is to be said of as many devices, as that the partition has fewer.
    site.gpus = best.gpus;
    site.tensor = best.plan.tensor;
    out.remarks = served_model(site, library).remarks;
    out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
