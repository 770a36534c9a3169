// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/serving/gap_histogram.hpp"
#include "sim/serving/replica.hpp"

#include <vector>

namespace clustersim {

/// Seconds. The interval is that of the 95 % quantile, with 95 % confidence, from the shares of
/// times up to it in batches.
struct LatencyQuantiles {
    double mean = 0.0;
    double p50 = 0.0;
    double p95 = 0.0;
    double p95_low = 0.0;
    double p95_high = 0.0;
};

/// One replica in the measured part of a run.
struct SteadyLoad {
    LatencyQuantiles first_token;
    LatencyQuantiles
        between_tokens;  ///< of all tokens of all requests; 0 if outputs have one token
    LatencyQuantiles end_to_end;
    double requests_per_s = 0.0;  ///< arrivals
    double tokens_per_s = 0.0;    ///< generated
    double mean_running = 0.0;    ///< over the time in which the replica computes
    double mean_in_system = 0.0;  ///< waiting and running, over all time
    double busy = 0.0;            ///< share of the time in which the replica computes
    int largest_running = 0;
    int requests = 0;  ///< measured
};

/// Batches of consecutive requests after a warm-up that is not measured (batch means, Law and Kelton, "Simulation
/// Modeling and Analysis", chapter 9). Times and tokens are measured between the arrivals of the first request of
/// the first batch and of the first request after the last.
class LoadMeter {
  public:
    static constexpr int batches = 10;

    LoadMeter(int warm_up, int per_batch);

    /// Requests arrive in their order, before the iteration that follows them.
    void arrived(double time);
    void ran(Iteration const& iteration);

    /// All measured requests have ended.
    [[nodiscard]] bool complete() const { return measured_ == requests_; }
    [[nodiscard]] SteadyLoad load() const;

  private:
    template <class Time>
    [[nodiscard]] LatencyQuantiles quantiles_of(Time time_of) const;
    [[nodiscard]] LatencyQuantiles gap_quantiles() const;
    [[nodiscard]] bool inside() const {
        return arrivals_ > warm_up_ && arrivals_ <= warm_up_ + requests_;
    }

    int warm_up_;
    int per_batch_;
    int requests_;
    int arrivals_ = 0;
    int measured_ = 0;
    double from_ = 0.0;
    double to_ = 0.0;
    double computing_ = 0.0;
    double running_time_ = 0.0;
    double generated_ = 0.0;
    int largest_running_ = 0;
    std::vector<ServedRequest> ended_;  ///< all, also of the warm-up
    std::vector<GapHistogram> gaps_;    ///< by batch
};

}  // namespace clustersim
