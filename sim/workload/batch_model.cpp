// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/batch_model.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/normal.hpp"
#include "sim/workload/sample_batch.hpp"
#include "sim/workload/weekly_rate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace clustersim {
std::int64_t scaled_size(BatchModel const& model, std::int64_t size, double units) {
    if (!model.machine_size) return size;
    return std::max<std::int64_t>(
        1, std::llround(static_cast<double>(size) * units / *model.machine_size));
}

double mean_batch(BatchModel const& model, SizeClass const& size) {
    // E[further jobs] = sum over n of P(further > n); each batch's count is rounded up and is at
    // least one.
    double further = 1.0;
    for (std::int32_t n = 1; n < model.largest_batch - 1; ++n) {
        double const over = std::log(static_cast<double>(n)) - size.batch.mu;
        further += size.batch.sigma > 0.0 ? normal_cdf(-over / size.batch.sigma)
                                          : (over < 0.0 ? 1.0 : 0.0);
    }
    return 1.0 + (1.0 - size.batch.single) * further;
}

Duration mean_run(BatchModel const& model, SizeClass const& size, Seconds limit) {
    auto const shortest = static_cast<double>(model.shortest.count);
    double const most = static_cast<double>(limit.count) - shortest;
    if (most <= 0.0) return limit.duration();
    double mean = 0.0;
    double total = 0.0;
    for (RunComponent const& c : size.runs) {
        double const edge = (std::log(most) - c.mu) / c.sigma;
        double const below = std::exp(c.mu + 0.5 * c.sigma * c.sigma) * normal_cdf(edge - c.sigma);
        mean += c.weight * (below + most * normal_cdf(-edge));
        total += c.weight;
    }
    // Half a second for rounding up to whole seconds.
    return seconds(std::min(shortest + mean / total + 0.5, static_cast<double>(limit.count)));
}

void generate(BatchModel const& model,
              Demand demand,
              RandomStream& random,
              ArrivalSink const& sink) {
    std::vector<UserStyle> users;
    if (model.users) users = sample_users(model, random);
    generate(model, users, demand, random, sink);
}

void generate(BatchModel const& model,
              std::span<UserStyle const> users,
              Demand demand,
              RandomStream& random,
              ArrivalSink const& sink) {
    CS_ENSURE(!model.classes.empty() && model.gap.si() > 0.0, "a model with sizes and gaps");
    if (demand.scale <= 0.0) return;
    WeeklyRate const rate(model.hours, model.days);
    std::vector<double> activity;
    for (UserStyle const& user : users) activity.push_back(user.activity);
    double const week_start = random.uniform(0.0, 7.0 * 86400.0);
    auto const end = static_cast<double>(demand.span.count);
    double const mean_gap = 1.0 / (demand.scale * rate.largest());
    // Thinning of a Poisson process with the largest rate.
    double t = 0.0;
    while ((t += random.exponential(mean_gap)) < end) {
        if (!random.bernoulli(std::min(1.0, rate.at(t + week_start) / rate.largest()))) continue;
        std::optional<std::uint32_t> user;
        if (!users.empty()) user = static_cast<std::uint32_t>(random.pick(activity));
        BatchSampler const batch(model, user ? &users[*user] : nullptr, random);
        std::int32_t const size = model.classes[batch.size_class()].size;
        double submit = t;
        for (std::int32_t left = batch.jobs(); left > 0 && submit < end; --left) {
            BatchJob const job = batch.next(random);
            sink({Instant{static_cast<std::int64_t>(submit)}, job.run, size, user}, job.request);
            submit += job.gap.si();
        }
    }
}

}  // namespace clustersim
