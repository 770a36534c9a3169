// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/batch_model.hpp"

#include "sim/stats/normal.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace clustersim
