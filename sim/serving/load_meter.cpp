// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/load_meter.hpp"

#include "sim/stats/quantile.hpp"
#include "sim/stats/student.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

constexpr double tail = 0.95;

/// The quantiles, and the interval of the one at the tail: of each batch, `share_up_to` says which share of its times are up to
/// the tail's quantile. The ends of the interval are the quantiles whose distance from the tail is the half-width of the mean
/// share. So it reaches over a gap between short times and long ones.
template <class Quantile, class Share>
void set_quantiles(LatencyQuantiles& quantiles, Quantile quantile_at, Share share_up_to) {
    quantiles.p50 = quantile_at(0.5);
    quantiles.p95 = quantile_at(tail);
    std::vector<double> shares;
    for (std::size_t i = 0; i < LoadMeter::batches; ++i) shares.push_back(share_up_to(i));
    constexpr double n = LoadMeter::batches;
    double const middle = mean(shares);
    double squares = 0.0;
    for (double const share : shares) squares += (share - middle) * (share - middle);
    double const half = student_quantile(0.975, n - 1.0) * std::sqrt(squares / (n - 1.0) / n);
    quantiles.p95_low = quantile_at(std::max(0.0, tail - half));
    quantiles.p95_high = quantile_at(std::min(1.0, tail + half));
}

}  // namespace

LoadMeter::LoadMeter(int warm_up, int per_batch)
    : warm_up_(warm_up), per_batch_(per_batch), requests_(batches * per_batch), gaps_(batches) {}

void LoadMeter::arrived(double time) {
    if (arrivals_ == warm_up_) from_ = time;
    if (arrivals_ == warm_up_ + requests_) to_ = std::max(to_, time);
    ++arrivals_;
}

void LoadMeter::ran(Iteration const& iteration) {
    for (ServedRequest const& request : iteration.ended) {
        ended_.push_back(request);
        auto const number = static_cast<int>(request.number);
        if (number >= warm_up_ && number < warm_up_ + requests_) ++measured_;
    }
    if (!inside()) return;
    double const time = iteration.end - iteration.start;
    to_ = iteration.end;
    computing_ += time;
    running_time_ += time * iteration.running;
    generated_ += static_cast<double>(iteration.generated);
    largest_running_ = std::max(largest_running_, iteration.running);
    auto const batch = static_cast<std::size_t>((arrivals_ - warm_up_ - 1) / per_batch_);
    for (TokenGap const& gap : iteration.gaps) gaps_[batch].add(gap.length, gap.requests);
}

template <class Time>
LatencyQuantiles LoadMeter::quantiles_of(Time time_of) const {
    std::vector<std::vector<double>> by_batch(batches);
    std::vector<double> all;
    for (ServedRequest const& request : ended_) {
        int const number = static_cast<int>(request.number) - warm_up_;
        if (number < 0 || number >= requests_) continue;
        all.push_back(time_of(request));
        by_batch[static_cast<std::size_t>(number / per_batch_)].push_back(all.back());
    }
    LatencyQuantiles quantiles;
    quantiles.mean = mean(all);
    auto const ascending = sorted(all);
    set_quantiles(
        quantiles,
        [&](double p) { return quantile(ascending, p); },
        [&](std::size_t batch) {
            auto const& times = by_batch[batch];
            return static_cast<double>(
                       std::ranges::count_if(times, [&](double t) { return t <= quantiles.p95; })) /
                   static_cast<double>(times.size());
        });
    return quantiles;
}

LatencyQuantiles LoadMeter::gap_quantiles() const {
    GapHistogram all;
    for (GapHistogram const& batch : gaps_) all.add(batch);
    LatencyQuantiles quantiles;
    quantiles.mean = all.mean();
    set_quantiles(
        quantiles,
        [&](double p) { return all.quantile(p); },
        [&](std::size_t batch) { return gaps_[batch].share_up_to(quantiles.p95); });
    return quantiles;
}

SteadyLoad LoadMeter::load() const {
    SteadyLoad load;
    load.first_token = quantiles_of([](auto const& r) { return r.first_token - r.arrival; });
    load.end_to_end = quantiles_of([](auto const& r) { return r.end - r.arrival; });
    load.between_tokens = gap_quantiles();
    double const time = to_ - from_;
    double in_system = 0.0;
    for (ServedRequest const& request : ended_)
        in_system += std::max(0.0, std::min(request.end, to_) - std::max(request.arrival, from_));
    load.requests_per_s = requests_ / time;
    load.tokens_per_s = generated_ / time;
    load.mean_running = running_time_ / computing_;
    load.mean_in_system = in_system / time;
    load.busy = computing_ / time;
    load.largest_running = largest_running_;
    load.requests = requests_;
    return load;
}

}  // namespace clustersim
