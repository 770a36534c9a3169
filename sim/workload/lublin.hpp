// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/random_stream.hpp"
#include "sim/workload/arrival_sink.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace clustersim {

// The model of rigid parallel jobs by U. Lublin and D. Feitelson, "The workload on parallel
// supercomputers: modeling the characteristics of rigid jobs", J. Parallel Distrib. Comput. 63(11),
// 2003, in its form that does not distinguish batch from interactive jobs.
//
//   size     1 with probability `serial`; else 2^u, u two-stage uniform: on [low, med] with
//            probability `first_stage`, else on [med, high]; u is rounded with probability
//            `power_of_two` (of all jobs); high = log2(largest job), med = high - med_below_high
//   ln run   gamma(a1, b1) with probability p, else gamma(a2, b2), resampled above `longest_log`;
//            p = slope * size + offset, kept in [0, 1]: larger jobs run longer
//   arrivals gaps e^gamma(aarr, barr) in a model time whose speed during the day follows a
//            gamma(anum, bnum) density over 48 half hours; the model's day starts with the 11th
//
// Its authors fitted it to four machines of 100 to 416 processors in 1993-1997. Two extensions
// apply it to others: the gaps are scaled to the requested rate; and if the largest job is larger
// than `fitted_size`, p uses the size scaled by the ratio of the two, because p would be 0 above
// 144 processors. Not in the model: weeks, users, requested times.

struct GammaParameters {
    double shape = 1.0;
    double scale = 1.0;
};

struct Lublin {
    double serial = 0.0;
    double power_of_two = 0.0;
    double low = 0.0;  ///< log2 of the smallest parallel job
    double med_below_high = 2.5;
    double first_stage = 0.0;
    GammaParameters short_runs;  ///< a1, b1, of ln seconds
    GammaParameters long_runs;   ///< a2, b2
    double slope = 0.0;          ///< at most 0
    double offset = 0.0;
    double longest_log = 12.0;
    double fitted_size = 128.0;
    GammaParameters gaps;  ///< of ln seconds
    double longest_gap_log = 13.0;
    GammaParameters day;  ///< of half hours since the start of the model's day
};

/// P(size = n) at index n, for sizes up to the largest (index 0 is 0).
std::vector<double> size_probabilities(Lublin const& model, std::int32_t largest);

/// P(short run) for a size, if `largest` is the size of the largest job.
double short_run_probability(Lublin const& model, std::int32_t size, std::int32_t largest);

/// Expected run time of a size when cut at a limit.
Duration mean_run(Lublin const& model, std::int32_t size, std::int32_t largest, Seconds limit);

/// Expected gap of the unscaled model, averaged over the day.
Duration mean_gap(Lublin const& model);

/// Relative arrival rate of each half hour from midnight; mean 1.
std::array<double, 48> daily_rate(Lublin const& model);

std::int32_t sample_size(Lublin const& model, std::int32_t largest, RandomStream& random);
Seconds
sample_run(Lublin const& model, std::int32_t size, std::int32_t largest, RandomStream& random);

/// Sends the arrivals to the sink, starting at a random time of day; the demand's scale is jobs per second.
void generate(Lublin const& model, Demand demand, RandomStream& random, ArrivalSink const& sink);

}  // namespace clustersim
