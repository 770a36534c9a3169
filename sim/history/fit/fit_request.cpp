// SPDX-License-Identifier: Apache-2.0
#include "sim/history/fit/fit_request.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/stats/ks_distance.hpp"
#include "sim/stats/normal.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

namespace clustersim {
namespace {

/// Round values; values that 1 % of the jobs request are added.
constexpr double popular_share = 0.01;
constexpr std::array menu_minutes{5,    10,   15,   30,   60,    90,    120,   180,  240,  300,
                                  360,  480,  600,  720,  900,   1080,  1200,  1440, 1800, 2160,
                                  2880, 4320, 5760, 7200, 10080, 14400, 20160, 43200};
constexpr Seconds slack{60};  ///< a scheduler stops jobs a little after the limit
constexpr int rounds = 2000;
constexpr double least_weight = 0.0005;  ///< smaller ones are nobody's choice

struct Requested {
    Seconds run;
    Seconds request;
};

std::vector<Requested> requests_of(JobLog const& log) {
    std::vector<Requested> found;
    for (PastJob const& job : log.past.jobs)
        if (job.limit) found.push_back({*job.run(), *job.limit});
    return found;
}

/// The values that users choose among, ascending; the last one is the limit.
std::vector<Seconds> menu_of(std::vector<Requested> const& jobs) {
    std::vector<std::int64_t> requests;
    std::map<std::int64_t, double> counts;
    for (Requested const& job : jobs) {
        requests.push_back(job.request.count);
        ++counts[job.request.count];
    }
    std::ranges::sort(requests);
    std::set<Seconds> values;
    for (int const minutes : menu_minutes) values.insert(Seconds{minutes * std::int64_t{60}});
    for (auto const& [request, count] : counts)
        if (count >= popular_share * static_cast<double>(jobs.size()))
            values.insert(Seconds{request});
    Seconds const most{nearest_rank(requests, 0.99)};
    if (*values.rbegin() < most) values.insert(most);
    return {values.begin(), std::next(values.lower_bound(most))};
}

std::size_t first_covering(std::vector<Seconds> const& menu, Seconds time) {
    auto const found = std::ranges::lower_bound(menu, time - slack);
    return std::min(static_cast<std::size_t>(found - menu.begin()), menu.size() - 1);
}

std::vector<double> likely_weights(std::vector<Seconds> const& menu,
                                   std::vector<Requested> const& jobs) {
    std::size_t const n = menu.size();
    std::vector<double> chosen(n), smallest(n);
    for (Requested const& job : jobs) {
        std::size_t const choice = first_covering(menu, job.request);
        ++chosen[choice];
        ++smallest[std::min(first_covering(menu, job.run), choice)];
    }
    std::vector<double> weights(n, 1.0 / static_cast<double>(n));
    for (int round = 0; round < rounds; ++round) {
        std::vector<double> seen(n + 1);
        double tail = 0.0;
        for (std::size_t k = n; k-- > 0;) {
            tail += weights[k];
            seen[k] = seen[k + 1] + (tail > 0.0 ? smallest[k] / tail : 0.0);
        }
        double total = 0.0;
        for (std::size_t k = 0; k < n; ++k) {
            weights[k] = chosen[k] + weights[k] * seen[k + 1];
            total += weights[k];
        }
        for (double& weight : weights) weight /= total;
    }
    return weights;
}

void compare(RequestFit& fit, std::vector<Requested> const& jobs) {
    RandomStream random(1, "requests of a fitted model");
    std::vector<double> requests, ratios, modelled, modelled_ratios;
    for (Requested const& job : jobs) {
        Seconds const run = std::min(job.run, fit.limit);
        auto const request = static_cast<double>(std::min(job.request, fit.limit).count);
        auto const model =
            static_cast<double>(fit.model.request(run, fit.limit, random.uniform01()).count);
        auto const time = static_cast<double>(run.count);
        requests.push_back(request);
        ratios.push_back(std::min(1.0, time / request));
        modelled.push_back(model);
        modelled_ratios.push_back(std::min(1.0, time / model));
        fit.stopped += time >= 0.99 * request ? 1.0 / static_cast<double>(jobs.size()) : 0.0;
    }
    fit.request_ks = ks_distance(sorted(requests), sorted(modelled));
    fit.ratio_ks = ks_distance(sorted(ratios), sorted(modelled_ratios));
}

}  // namespace

std::optional<RequestFit> fit_request(JobLog const& log) {
    auto const jobs = requests_of(log);
    if (jobs.empty()) return std::nullopt;
    RequestFit fit;
    fit.jobs = jobs.size();
    std::vector<Seconds> const menu = menu_of(jobs);
    fit.limit = menu.back();
    auto const weights = likely_weights(menu, jobs);
    for (std::size_t k = 0; k + 1 < menu.size(); ++k)
        if (weights[k] >= least_weight) fit.model.menu.push_back({menu[k], weights[k]});
    fit.model.limit_weight = std::max(weights.back(), least_weight);
    compare(fit, jobs);
    return fit;
}

std::vector<double>
request_scores(JobLog const& log, std::vector<LogBatch> const& batches, RequestFit const& fit) {
    std::vector<double> scores;
    for (LogBatch const& batch : batches) {
        PastJob const& job = log.past.jobs[batch.jobs.front()];
        scores.push_back(std::numeric_limits<double>::quiet_NaN());
        if (!job.limit) continue;
        double below = 0.0;
        double own = 0.0;
        double total = 0.0;
        auto const count = [&](Seconds value, double weight, bool last) {
            if (value < *job.run() - slack && !last) return;
            total += weight;
            bool const chosen = own == 0.0 && (last || value >= *job.limit - slack);
            if (chosen)
                own = weight;
            else if (own == 0.0)
                below += weight;
        };
        for (RequestChoice const& choice : fit.model.menu)
            count(choice.walltime, choice.weight, false);
        count(fit.limit, fit.model.limit_weight, true);
        // Nothing can be learned from a run that leaves one choice.
        if (own < total) scores.back() = normal_quantile((below + 0.5 * own) / total);
    }
    return scores;
}

}  // namespace clustersim
