// SPDX-License-Identifier: Apache-2.0
//
// The fewest devices that meet a service level.
//
// Method. For each width of a replica (1, 2, 4, … devices of a node, or of several nodes if it fits in none) the largest rate of Poisson
// arrivals at which the 95 % quantiles are within the level is found by bisection in runs of 1,200 requests, to about 10 %, up to the largest sustained rate.
// Requests are divided among replicas at random, so a number of replicas carries that number times the rate. The range
// repeats this with kernels and messages at the ends of their stated uncertainty.
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

constexpr int halvings = 5;
/// Requests of a batch of the load meter: in the search, and at the answer.
constexpr int requests_searched = 120;
constexpr int requests_shown = 600;
constexpr int most_devices = 64;        ///< of a replica whose width is not given
constexpr double highest_share = 0.97;  ///< of the sustained rate: nearer to it runs are too long

/// One engine of a width, at one end of the range or in the middle.
struct Tried {
    ServingEngine engine;
    RequestLengths lengths;
    double tokens_of_pass = 1.0;
    std::uint64_t seed = 1;

    [[nodiscard]] SteadyLoad load(IterationTime& time, double rate, int batch) const {
        SteadyLoad load = short_load(time, engine.limits, lengths, rate, batch, seed);
        for (double* gap :
             {&load.between_tokens.mean, &load.between_tokens.p50, &load.between_tokens.p95})
            *gap /= tokens_of_pass;
        return load;
    }

    [[nodiscard]] double largest_within(ServiceLevel const& level, PassFactors factors) const {
        IterationTime time = engine.time(factors);
        double const most = largest_rate(time, engine.limits, lengths, seed).requests_per_s;
        double low = 0.0;
        double high = highest_share * most;
        if (level.met_by(load(time, high, requests_searched))) return high;
        double const rare = 0.02 * most;
        if (!level.met_by(load(time, rare, requests_searched))) return 0.0;
        low = rare;
        for (int i = 0; i < halvings; ++i) {
            double const middle = std::sqrt(low * high);
            (level.met_by(load(time, middle, requests_searched)) ? low : high) = middle;
        }
        return low;
    }
};

int replicas_for(double rate, double of_one) {
    return of_one > 0.0 ? std::max(1, static_cast<int>(std::ceil(rate / of_one - 1e-9))) : 0;
}

LevelChoice try_width(Tried const& tried, LevelQuestion const& question) {
    double const rate = question.serving.rates.front();
    LevelChoice choice;
    choice.plan = tried.engine.plan;
    int const devices = choice.plan.devices();
    auto const within = [&](double sign) {
        return tried.largest_within(question.level,
                                    {1.0 + sign * kernel_spread, 1.0 + sign * message_spread});
    };
    choice.rate_of_replica = within(0.0);
    choice.rate_low = within(1.0);
    choice.rate_high = within(-1.0);
    choice.replicas = replicas_for(rate, choice.rate_of_replica);
    choice.gpus = choice.replicas * devices;
    choice.gpus_high = replicas_for(rate, choice.rate_low) * devices;
    choice.gpus_low = replicas_for(rate, choice.rate_high) * devices;
    IterationTime time = tried.engine.time();
    double const most =
        largest_rate(time, tried.engine.limits, tried.lengths, tried.seed).requests_per_s;
    if (choice.replicas > 0) choice.load = tried.load(time, rate / choice.replicas, requests_shown);
    SteadyLoad const alone = tried.load(time, 0.002 * most, requests_searched / 4);
    choice.alone_first_token = alone.first_token.p50;
    choice.alone_between_tokens = alone.between_tokens.p50;
    choice.alone_end_to_end = alone.end_to_end.p50;
    return choice;
}

Diagnostic unreachable(LevelAnswer const& answer, LevelQuestion const& question) {
    auto const& widest =
        *std::ranges::min_element(answer.choices, {}, [&](LevelChoice const& choice) {
            double worst = 0.0;
            if (question.level.first_token)
                worst = std::max(worst, choice.alone_first_token / *question.level.first_token);
            if (question.level.between_tokens)
                worst =
                    std::max(worst, choice.alone_between_tokens / *question.level.between_tokens);
            if (question.level.end_to_end)
                worst = std::max(worst, choice.alone_end_to_end / *question.level.end_to_end);
            return worst;
        });
    Diagnostic d = problem(
        Code::never_fits,
        fmt::format("no number of GPUs of {} meets {}", answer.system, question.level_text));
    d.expected = fmt::format("at least what a request gets that is alone on {} GPU{}: {} to its "
                             "first token, {} between tokens, {} to its last token",
                             widest.plan.devices(),
                             widest.plan.devices() == 1 ? "" : "s",
                             human(seconds(widest.alone_first_token)),
                             human(seconds(widest.alone_between_tokens)),
                             human(seconds(widest.alone_end_to_end)));
    d.help = "allow more time, shorten --prompt or --output, or use --weights with fewer bits";
    return d;
}

}  // namespace

bool ServiceLevel::met_by(SteadyLoad const& load) const {
    return (!first_token || load.first_token.p95 <= *first_token) &&
           (!between_tokens || load.between_tokens.p95 <= *between_tokens) &&
           (!end_to_end || load.end_to_end.p95 <= *end_to_end);
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
    Diagnostics refused;
    auto const given = question.serving.site.tensor;
    int const most = given.value_or(most_devices);
    for (int width = given.value_or(1); width <= most; width *= 2) {
        ServingSite site = question.serving.site;
        site.tensor = width;
        site.gpus = width * site.data;
        auto found = served_model(site, library);
        if (!found.answer) {
            if (!refused.has_errors()) refused = std::move(found.problems);
            break;
        }
        ServedModel const& served = *found.answer;
        // Messages between nodes slow a replica down, so only what fits in no node is divided over several.
        bool const over_nodes = width > std::max(1, served.platform.node.gpus);
        if (!given && over_nodes && !answer.choices.empty()) break;
        if (answer.system.empty()) out.remarks = std::move(found.remarks);
        answer.application = served.application;
        answer.system = served.system;
        answer.partition = served.partition;
        answer.accelerator = served.platform.accelerator.model;
        answer.engine = served.engine.name;
        auto const engine = engine_on(served.model,
                                      served.plan,
                                      served.platform,
                                      question.serving.settings_on(served.engine),
                                      served.engine);
        if (!engine) {
            refused = engine.error();
            continue;
        }
        Tried const tried{*engine,
                          {served.plan.prompt,
                           served.plan.passes(),
                           question.serving.spread,
                           engine->limits.cache_tokens},
                          served.plan.speculation.per_pass(),
                          question.serving.seed};
        answer.choices.push_back(try_width(tried, question));
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
    if (answer.choices[answer.best].gpus == 0)
        out.problems.add(unreachable(answer, question));
    else
        out.answer = std::move(answer);
    return out;
}

}  // namespace clustersim
