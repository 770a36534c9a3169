// SPDX-License-Identifier: Apache-2.0
#include "sim/serving/gap_histogram.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace clustersim {
namespace {

constexpr double shortest = 1e-7;  ///< seconds; shorter than any kernel
constexpr double bin_width = 1e-3;
constexpr double bins_at_most = 40'000.0;  ///< up to 10^10 s

}  // namespace

std::size_t GapHistogram::bin_of(double time) {
    double const place = std::log(std::max(time, shortest) / shortest) / bin_width;
    return static_cast<std::size_t>(std::min(place, bins_at_most));
}

void GapHistogram::add(double time, std::int64_t count) {
    std::size_t const bin = bin_of(time);
    if (bin >= bins_.size()) bins_.resize(bin + 1);
    double const sum = time * static_cast<double>(count);
    bins_[bin].count += count;
    bins_[bin].sum += sum;
    count_ += count;
    sum_ += sum;
}

void GapHistogram::add(GapHistogram const& other) {
    if (other.bins_.size() > bins_.size()) bins_.resize(other.bins_.size());
    for (std::size_t i = 0; i < other.bins_.size(); ++i) {
        bins_[i].count += other.bins_[i].count;
        bins_[i].sum += other.bins_[i].sum;
    }
    count_ += other.count_;
    sum_ += other.sum_;
}

double GapHistogram::mean() const {
    return count_ > 0 ? sum_ / static_cast<double>(count_) : 0.0;
}

double GapHistogram::quantile(double p) const {
    double const rank = std::max(1.0, std::ceil(p * static_cast<double>(count_)));
    double below = 0.0;
    for (Bin const& bin : bins_) {
        below += static_cast<double>(bin.count);
        if (bin.count > 0 && below >= rank) return bin.sum / static_cast<double>(bin.count);
    }
    return 0.0;
}

double GapHistogram::share_up_to(double time) const {
    if (count_ == 0) return 1.0;
    double below = 0.0;
    for (std::size_t i = 0; i < std::min(bins_.size(), bin_of(time) + 1); ++i)
        below += static_cast<double>(bins_[i].count);
    return below / static_cast<double>(count_);
}

}  // namespace clustersim
