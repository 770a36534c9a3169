// SPDX-License-Identifier: Apache-2.0
//
// Rate of a job's slowest flow while a batch runs.
//
// Equation. Neighbours that do not react: r_k is the mean of the job's share over the batch, first over the
// length of the quiet step and then again over the resulting length. Neighbours that react: the batch moves
// V through its busiest port, in flows of V / f with f flows per port, the last of which ends after T_V; r_k
// = V / T_V / f. V follows from the step's own formula, which is a + V/R at a rate R so low that nothing is
// hidden: V = R (T(R/2) - T(R)) at R = port / 64.
// Source. See models/flow/contention.cpp and models/flow/burst_traffic.cpp.
// Domain. As there. All traffic of a batch is assumed to be sent at its beginning.
#include "models/application/batch_rates.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

/// Instants of a batch at which the network is sampled: bursts much shorter than a step average out.
constexpr int instants = 8;
/// At this share of a port's rate, compute no longer hides any traffic.
constexpr double exposed = 1.0 / 64.0;

Bytes moved_by_port(SampledStep const& step) {
    Bandwidth const slow = step.port * exposed;
    return slow * (step.at_rate(slow * 0.5) - step.at_rate(slow));
}

}  // namespace

BatchRates rates_among_bursts(Contention& contention, SampledStep const& step) {
    auto const in_batch = [&contention, step](Duration begin) -> Result<Bandwidth> {
        auto const over = [&](Duration window) { return contention.over(begin, window, instants); };
        auto const length = [&](Bandwidth flow) {
            return step.at_rate(std::min(step.port, flow * step.flows_per_port));
        };
        return over(length(over(step.at_rate(step.port))));
    };
    return {contention.quiet(), in_batch};
}

BatchRates rates_among_reacting(std::shared_ptr<ReactingNeighbours> neighbours,
                                SampledStep const& step,
                                Bandwidth quiet) {
    Bytes const message = moved_by_port(step) / step.flows_per_port;
    auto in_batch =
        [neighbours = std::move(neighbours), message, quiet](Duration begin) -> Result<Bandwidth> {
        if (message.si() <= 0.0) return quiet;
        std::vector<double> now = neighbours->phases;
        for (std::size_t j = 0; j < now.size(); ++j) {
            now[j] += begin / neighbours->periods[j];
            now[j] -= std::floor(now[j]);
        }
        auto const time =
            neighbours->traffic.time_of(neighbours->engine, message, message / quiet, now);
        if (!time) return failure(time.error());
        return std::min(quiet, message / *time);
    };
    return {quiet, std::move(in_batch)};
}

}  // namespace clustersim
