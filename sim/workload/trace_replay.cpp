// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/trace_replay.hpp"

#include "sim/core/ensure.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

std::int64_t wrapped(std::int64_t t, std::int64_t period) {
    std::int64_t const rest = t % period;
    return rest < 0 ? rest + period : rest;
}

std::vector<std::int64_t> shuffled(std::int64_t n, RandomStream& random) {
    std::vector<std::int64_t> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.uniform_int(i)]);
    return order;
}

}  // namespace

void replay(TraceReplay const& trace,
            Demand demand,
            RandomStream& random,
            ArrivalSink const& sink) {
    std::int64_t const period = trace.period.count;
    std::int64_t const cycle = trace.cycle.count;
    double const copies = demand.scale;
    CS_ENSURE(copies >= 0.0 && std::isfinite(copies), "a number of copies");
    CS_ENSURE(cycle > 0 && period >= cycle && period % cycle == 0, "a trace of whole cycles");
    auto const phase =
        static_cast<std::int64_t>(random.uniform_int(static_cast<std::uint64_t>(cycle)));
    auto const order = shuffled(period / cycle, random);
    auto const jitters = static_cast<std::uint64_t>(2 * trace.jitter.count + 1);
    for (std::size_t i = 0; static_cast<double>(i) < copies; ++i) {
        // Each copy has its own stream, so that another copy does not change the samples of the
        // others.
        RandomStream own(random.bits(), "copy of a trace", i);
        std::int64_t const jitter =
            static_cast<std::int64_t>(own.uniform_int(jitters)) - trace.jitter.count;
        std::int64_t const shift = phase + order[i % order.size()] * cycle + jitter;
        double const keep = copies - static_cast<double>(i);
        for (Arrival const& job : trace.jobs) {
            for (std::int64_t t = wrapped(job.submit.since_origin + shift, period);
                 t < demand.span.count;
                 t += period) {
                // Both are sampled for every job, so that a larger copy keeps the jobs of a smaller one.
                double const lot = own.uniform01();
                double const chance = own.uniform01();
                if (lot < keep) sink({Instant{t}, job.run, job.size}, chance);
            }
        }
    }
}

}  // namespace clustersim
