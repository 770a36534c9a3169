// SPDX-License-Identifier: Apache-2.0
//
// Messages of a job, and bursts of neighbours that slow down under contention.
//
// Equation. Neighbour j is at the fraction u of its period p: with duty d it has (d - u) p of a burst
// left, or begins the next one after (1 - u) p. A burst of length s is an amount of s times the flow's
// max-min rate with all neighbours sending; it is sent completely, however long that takes. The job's
// messages start at 0; the result is the time at which the last of them ends under max-min sharing at
// every instant.
// Source. Max-min: Bertsekas, Gallager, "Data Networks" (1992), 6.5.2; on/off traffic of training jobs:
// Rajasekaran et al., "CASSINI", NSDI 2024. Completion times are SimGrid's.
// Domain. The job's messages do not wait for each other. In a real ring they do, so that its faster
// messages take slightly less bandwidth from the others than here.
#include "models/flow/burst_traffic.hpp"

#include "models/flow/flow_traffic.hpp"
#include "models/flow/max_min.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// The first horizon, in multiples of the time that the job's messages would need alone.
constexpr double first_horizon = 4.0;

/// Flows with their routes, as input of the engine.
struct Question {
    Routes routes;
    std::vector<Transfer> transfers;
};

/// A neighbour's bursts that begin before the horizon. What could not be sent by then is left out.
void add_bursts(Question& question,
                Neighbour const& rival,
                std::span<Bandwidth const> rates,
                double phase,
                Duration horizon) {
    double const left = std::max(0.0, rival.duty - phase);
    Duration begin{};
    Duration length = rival.period * left;
    if (left == 0.0) {
        begin = rival.period * (1.0 - phase);
        length = rival.period * rival.duty;
    }
    while (begin < horizon && length.si() > 0.0) {
        Duration const sent = std::min(length, horizon - begin);
        for (std::size_t flow = 0; flow < rival.routes.size(); ++flow) {
            question.routes.add(rival.routes[flow]);
            question.transfers.push_back({rates[flow] * sent, begin});
        }
        begin = begin + length + rival.period * (1.0 - rival.duty);
        length = rival.period * rival.duty;
    }
}

}  // namespace

BurstTraffic::BurstTraffic(std::vector<Bandwidth> capacities,
                           Routes own,
                           std::span<Neighbour const> neighbours)
    : capacities_(std::move(capacities)), own_(std::move(own)) {
    Routes all;
    for (Neighbour& rival : rivals_of(own_, neighbours, capacities_.size())) {
        all.append(rival.routes);
        rivals_.push_back({std::move(rival), {}});
    }
    auto const rates = max_min_shares(capacities_, all);
    auto next = rates.begin();
    for (Rival& rival : rivals_) {
        auto const end = next + static_cast<std::ptrdiff_t>(rival.neighbour.routes.size());
        rival.rates.assign(next, end);
        next = end;
    }
}

Result<Duration> BurstTraffic::end_before(SimGridEngine& engine,
                                          Bytes message,
                                          Duration horizon,
                                          std::span<double const> phases) const {
    Question question;
    question.routes = own_;
    question.transfers.assign(own_.size(), Transfer{message, {}});
    for (std::size_t i = 0; i < rivals_.size(); ++i) {
        Rival const& rival = rivals_[i];
        add_bursts(question, rival.neighbour, rival.rates, phases[i], horizon);
    }
    auto const ends = completion_times(engine, capacities_, question.routes, question.transfers);
    if (!ends) return failure(ends.error());
    Duration last{};
    for (std::size_t flow = 0; flow < own_.size(); ++flow) last = std::max(last, (*ends)[flow]);
    return last;
}

Result<Duration> BurstTraffic::time_of(SimGridEngine& engine,
                                       Bytes message,
                                       Duration alone,
                                       std::span<double const> phases) const {
    CS_ENSURE(phases.size() == rivals_.size(), "every neighbour has a phase");
    // Bursts after the horizon are left out, so extend it until the job's messages end before.
    Duration horizon = alone * first_horizon;
    auto end = end_before(engine, message, horizon, phases);
    while (end && *end > horizon) {
        horizon = *end * 2.0;
        end = end_before(engine, message, horizon, phases);
    }
    return end;
}

}  // namespace clustersim
