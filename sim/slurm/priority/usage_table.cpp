// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/usage_table.hpp"

#include <algorithm>

namespace clustersim::slurm {

void UsageTable::prepare(long double raw, double seconds, std::span<std::int64_t const> counts) {
    prepared_raw_ = raw / scale_;
    auto const scaled = seconds / static_cast<double>(scale_);
    std::fill(prepared_.begin(), prepared_.end(), 0.0);
    prepared_[0] = scaled;
    auto const known = std::min(prepared_.size() - 1, counts.size());
    for (std::size_t t = 0; t < known; ++t)
        prepared_[t + 1] = scaled * static_cast<double>(counts[t]);
}

void UsageTable::add(std::size_t row) {
    raw_[row] += prepared_raw_;
    auto* const times = times_.data() + row * prepared_.size();
    for (std::size_t t = 0; t < prepared_.size(); ++t) times[t] += prepared_[t];
}

void UsageTable::set(std::size_t row, double raw, double seconds, std::span<double const> amounts) {
    auto const scale = static_cast<double>(scale_);
    raw_[row] = static_cast<long double>(raw) / scale_;
    auto* const times = times_.data() + row * prepared_.size();
    std::fill_n(times, prepared_.size(), 0.0);
    times[0] = seconds / scale;
    for (std::size_t t = 0; t + 1 < prepared_.size() && t < amounts.size(); ++t)
        times[t + 1] = amounts[t] / scale;
}

void UsageTable::clear() {
    std::fill(raw_.begin(), raw_.end(), 0.0L);
    std::fill(times_.begin(), times_.end(), 0.0);
    scale_ = 1.0L;
}

void UsageTable::rescale() {
    // After a very long gap one factor can shrink the scale by more than one step.
    while (scale_ != 0.0L && scale_ < smallest) {
        for (auto& value : raw_) value *= smallest;
        for (auto& value : times_) value *= static_cast<double>(smallest);
        scale_ /= smallest;
    }
    if (scale_ == 0.0L) clear();
}

}  // namespace clustersim::slurm
