// SPDX-License-Identifier: Apache-2.0
#include "sim/results/metrics.hpp"

#include "sim/core/ensure.hpp"
#include "sim/stats/quantile.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {
double bounded_slowdown(Seconds wait, Seconds run) {
    constexpr std::int64_t least_run = 10;
    return std::max(1.0,
                    static_cast<double>((wait + run).count) /
                        static_cast<double>(std::max(run.count, least_run)));
}

Metrics metrics_of(std::span<JobRecord const> records, std::int64_t total_units) {
    CS_ENSURE(!records.empty(), "metrics need at least one job");
    std::vector<std::int64_t> waits;
    waits.reserve(records.size());
    Instant first = Instant::never();
    Instant last = records.front().end;
    std::int64_t total_wait = 0;
    double slowdown = 0.0;
    double work = 0.0;
    for (JobRecord const& record : records) {
        std::int64_t const wait = record.wait().count;
        std::int64_t const run = record.run().count;
        waits.push_back(wait);
        total_wait += wait;
        first = std::min(first, record.submit);
        last = std::max(last, record.end);
        slowdown += bounded_slowdown(record.wait(), record.run());
        work += static_cast<double>(record.total_units()) * static_cast<double>(run);
    }
    auto const n = static_cast<double>(records.size());
    std::ranges::sort(waits);
    Metrics metrics;
    metrics.jobs = records.size();
    metrics.mean_wait_s = static_cast<double>(total_wait) / n;
    metrics.median_wait = {nearest_rank(waits, 0.50)};
    metrics.p95_wait = {nearest_rank(waits, 0.95)};
    metrics.max_wait = {waits.back()};
    metrics.mean_bounded_slowdown = slowdown / n;
    metrics.makespan = last - first;
    double const capacity =
        static_cast<double>(total_units) * static_cast<double>(metrics.makespan.count);
    metrics.utilization = capacity > 0.0 ? work / capacity : 0.0;
    return metrics;
}

}  // namespace clustersim
