// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Rows of usage that decay together. Decay multiplies one common scale and leaves the rows alone:
/// a tick costs the same for one row as for thousands, and ratios of rows that were charged alike
/// stay exactly alike.
class UsageTable {
  public:
    UsageTable() = default;
    UsageTable(std::size_t rows, std::size_t tres)
        : raw_(rows, 0.0L), wall_(rows, 0.0), tres_(rows * tres, 0.0), width_(tres) {}

    void decay(double factor) {
        scale_ *= factor;
        if (scale_ < smallest) {
            rescale();
        }
    }
    void add_raw(std::size_t row, long double amount) { raw_[row] += amount / scale_; }
    /// Adds `seconds` of wall clock, `seconds` times each count, and `raw`.
    void
    add(std::size_t row, long double raw, double seconds, std::span<std::int64_t const> counts);
    void clear();

    [[nodiscard]] long double raw(std::size_t row) const { return raw_[row] * scale_; }
    [[nodiscard]] long double scaled_raw(std::size_t row) const { return raw_[row]; }
    [[nodiscard]] double wall(std::size_t row) const {
        return wall_[row] * static_cast<double>(scale_);
    }
    [[nodiscard]] double tres(std::size_t row, std::size_t position) const {
        return position < width_ ? tres_[row * width_ + position] * static_cast<double>(scale_) : 0;
    }

  private:
    /// A power of two, so that moving the scale into the rows rounds nothing.
    static constexpr long double smallest = 0x1p-128L;
    void rescale();

    long double scale_ = 1.0L;
    std::vector<long double> raw_;
    std::vector<double> wall_;
    std::vector<double> tres_;
    std::size_t width_ = 0;
};

}  // namespace clustersim::slurm
