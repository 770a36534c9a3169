// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/background.hpp"

#include "sim/core/ensure.hpp"
#include "sim/workload/mix_limit.hpp"
#include "sim/workload/sample_batch.hpp"
#include "sim/workload/typical_users.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace clustersim {
namespace {

constexpr std::int64_t no_user = -1;

MixRate rate_of_trace(TraceReplay const& trace, Mix const& mix, PartitionShape const& partition) {
    double const work = std::transform_reduce(
        trace.jobs.begin(), trace.jobs.end(), 0.0, std::plus<>(), [&](Arrival const& job) {
            return shape_arrival(job, mix, partition).work();
        });
    auto const period = static_cast<double>(trace.period.count);
    return {work / period, static_cast<double>(trace.jobs.size()) / period};
}

/// Jobs have one of a few sizes and an expected run time that does not depend on their shape.
double work_of(std::int32_t size, Duration run, Mix const& mix, PartitionShape const& partition) {
    return shape_arrival({Instant{}, Seconds{1}, size}, mix, partition).work() * run.si();
}

MixRate rate_of_batches(BatchModel const& model, Mix const& mix, PartitionShape const& partition) {
    double shares = 0.0;
    MixRate rate;
    for (SizeClass const& size : model.classes) {
        double const jobs = size.share * mean_batch(model, size);
        shares += size.share;
        rate.jobs_per_second += jobs;
        rate.work_per_second +=
            jobs *
            work_of(size.size, mean_run(model, size, partition.max_walltime), mix, partition);
    }
    return {rate.work_per_second / shares, rate.jobs_per_second / shares};
}

/// The largest size that the partition accepts, in the mix's unit of size.
std::int32_t largest_size(Mix const& mix, PartitionShape const& partition) {
    std::int64_t const per_node = mix.size_unit == SizeUnit::node ? 1 : partition.units_per_node;
    return static_cast<std::int32_t>(
        std::max<std::int64_t>(1, partition.max_job_nodes * per_node / mix.size_factor));
}

MixRate rate_of_lublin(Lublin const& model, Mix const& mix, PartitionShape const& partition) {
    std::int32_t const largest = largest_size(mix, partition);
    auto const probability = size_probabilities(model, largest);
    // The mean run time is linear in the probability of a short run, so two integrals serve all
    // sizes.
    double const p_one = short_run_probability(model, 1, largest);
    double const p_most = short_run_probability(model, largest, largest);
    double const run_one = mean_run(model, 1, largest, partition.max_walltime).si();
    double const run_most = mean_run(model, largest, largest, partition.max_walltime).si();
    MixRate rate{0.0, 1.0};
    for (std::int32_t size = 1; size <= largest; ++size) {
        double const p = short_run_probability(model, size, largest);
        double const along = p_one > p_most ? (p_one - p) / (p_one - p_most) : 0.0;
        rate.work_per_second +=
            probability[static_cast<std::size_t>(size)] *
            work_of(size, seconds(run_one + along * (run_most - run_one)), mix, partition);
    }
    return rate;
}

/// Moves the users, until now the numbers of the jobs, to their own list.
void number_jobs(BackgroundLoad& background) {
    bool const users = !background.jobs.empty() && background.jobs.front().id != no_user;
    for (std::size_t i = 0; i < background.jobs.size(); ++i) {
        std::int64_t& id = background.jobs[i].id;
        if (users) background.users.push_back(static_cast<std::uint32_t>(id));
        id = static_cast<std::int64_t>(i) + 1;
    }
}

/// The users of one sample and what they bring; none if the mix knows no users.
struct SampledUsers {
    std::vector<UserStyle> styles;
    MixRate rate;
};

SampledUsers users_and_rate(Mix const& mix, PartitionShape const& partition, RandomStream& random) {
    auto const* batches = std::get_if<BatchModel>(&mix.source);
    if (batches == nullptr || !batches->users) return {{}, rate_of(mix, partition)};
    UserRates const rates(*batches, partition.max_walltime, units_of_class(mix, partition));
    SampledUsers users{typical_users(*batches, rates, random), {}};
    BatchRate const rate = rates.of(users.styles);
    users.rate = {rate.work, rate.jobs};
    return users;
}

void sample_arrivals(Mix const& mix,
                     std::vector<UserStyle> const& users,
                     Demand demand,
                     RandomStream& random,
                     ArrivalSink const& sink) {
    if (auto const* trace = std::get_if<TraceReplay>(&mix.source))
        replay(*trace, demand, random, sink);
    else if (auto const* batches = std::get_if<BatchModel>(&mix.source))
        generate(*batches, users, demand, random, sink);
    else if (auto const* lublin = std::get_if<Lublin>(&mix.source))
        generate(*lublin, demand, random, sink);
}

}  // namespace

MixRate rate_of(Mix const& mix, PartitionShape const& partition) {
    if (auto const* trace = std::get_if<TraceReplay>(&mix.source))
        return rate_of_trace(*trace, mix, partition);
    if (auto const* batches = std::get_if<BatchModel>(&mix.source))
        return rate_of_batches(*batches, mix, partition);
    return rate_of_lublin(std::get<Lublin>(mix.source), mix, partition);
}

BackgroundLoad make_background(Mix const& of,
                               PartitionShape const& partition,
                               double load,
                               Seconds span,
                               RandomStream random) {
    CS_ENSURE(load >= 0.0 && std::isfinite(load) && span.count > 0, "an offered load over a span");
    std::optional<Mix> const shorter = with_limit(of, partition.max_walltime);
    Mix const& mix = shorter ? *shorter : of;
    auto const [users, rate] = users_and_rate(mix, partition, random);
    BackgroundLoad background;
    background.scale = load * partition.units() / rate.work_per_second;
    background.expected_jobs_per_day = background.scale * rate.jobs_per_second * 86400.0;
    double work = 0.0;
    auto const take = [&](Arrival const& arrival, double chance) {
        JobShape const fitted = shape_arrival(arrival, mix, partition);
        Job job;
        job.id = arrival.user ? *arrival.user : no_user;
        job.submit = arrival.submit;
        job.run = fitted.run;
        job.requested = mix.request.request(fitted.run, partition.max_walltime, chance);
        job.nodes = fitted.nodes;
        job.units = fitted.units;
        background.jobs.push_back(job);
        background.sizes_cut += fitted.size_cut ? 1 : 0;
        background.runs_cut += fitted.run_cut ? 1 : 0;
        work += fitted.work();
    };
    Demand const demand{background.scale, span, largest_size(mix, partition)};
    sample_arrivals(mix, users, demand, random, take);
    std::ranges::stable_sort(background.jobs, {}, &Job::submit);
    number_jobs(background);
    background.offered = work / (partition.units() * static_cast<double>(span.count));
    return background;
}

}  // namespace clustersim
