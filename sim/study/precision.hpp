// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/queue_sample.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace clustersim {

/// The median wait and its 95 % interval, between the order statistics n/2 -+ 0.98 sqrt(n) (normal approximation of the
/// binomial distribution: J. D. Gibbons, S. Chakraborti, Nonparametric Statistical Inference, 5.2).
struct MedianWait {
    Duration median{};
    Duration low{};
    Duration high{};

    /// Half of the interval over the median, which counts as at least five minutes.
    [[nodiscard]] double precision() const;
};

/// Nothing if the interval has no ends: with fewer than eight replicates, or if the job often never started. Several
/// `tasks` of one replicate are one sample, their median.
std::optional<MedianWait> median_wait(std::span<QueueSample const> samples, int tasks = 1);

/// About how many samples such a median would need, as its interval narrows with the root of their number.
std::int64_t samples_for(MedianWait const& wait, std::size_t samples, double precision);

}  // namespace clustersim
