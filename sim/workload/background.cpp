// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/background.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace clustersim {
namespace {

JobShape shape(Arrival const& arrival, Mix const& mix, PartitionShape const& partition) {
    return shape_job(
        std::int64_t{arrival.size} * mix.size_factor, mix.size_unit, arrival.run, partition);
}

MixRate rate_of_trace(TraceReplay const& trace, Mix const& mix, PartitionShape const& partition) {
    double const work = std::transform_reduce(
        trace.jobs.begin(), trace.jobs.end(), 0.0, std::plus<>(), [&](Arrival const& job) {
            return shape(job, mix, partition).work();
        });
    auto const period = static_cast<double>(trace.period.count);
    return {work / period, static_cast<double>(trace.jobs.size()) / period};
}

}  // namespace

MixRate rate_of(Mix const& mix, PartitionShape const& partition) {
    return rate_of_trace(std::get<TraceReplay>(mix.source), mix, partition);
}

BackgroundLoad make_background(Mix const& mix,
                               PartitionShape const& partition,
                               double load,
                               Seconds span,
                               RandomStream random) {
    CS_ENSURE(load >= 0.0 && std::isfinite(load) && span.count > 0, "an offered load over a span");
    MixRate const rate = rate_of(mix, partition);
    BackgroundLoad background;
    background.scale = load * partition.units() / rate.work_per_second;
    background.expected_jobs_per_day = background.scale * rate.jobs_per_second * 86400.0;
    double work = 0.0;
    auto const take = [&](Arrival const& arrival, RandomStream& draws) {
        JobShape const fitted = shape(arrival, mix, partition);
        Job job;
        job.submit = arrival.submit;
        job.run = fitted.run;
        job.requested = mix.request.request(fitted.run, partition.max_walltime, draws);
        job.nodes = fitted.nodes;
        job.units = fitted.units;
        background.jobs.push_back(job);
        background.sizes_cut += fitted.size_cut ? 1 : 0;
        background.runs_cut += fitted.run_cut ? 1 : 0;
        work += fitted.work();
    };
    replay(std::get<TraceReplay>(mix.source), background.scale, span, random, take);
    std::ranges::stable_sort(background.jobs, {}, &Job::submit);
    for (std::size_t i = 0; i < background.jobs.size(); ++i)
        background.jobs[i].id = static_cast<std::int64_t>(i) + 1;
    background.offered = work / (partition.units() * static_cast<double>(span.count));
    return background;
}

}  // namespace clustersim
