// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clustersim::slurm {

/// Rows of usage that decay together. Decay multiplies one common scale and leaves the rows
/// unchanged: a period costs the same for one row as for thousands, and the ratios of rows with
/// equal charges stay exactly equal.
class UsageTable {
  public:
    UsageTable() = default;
    UsageTable(std::size_t rows, std::size_t tres)
        : raw_(rows, 0.0L), times_(rows * (tres + 1), 0.0), prepared_(tres + 1, 0.0) {}

    /// True if the scaled amounts of all rows have changed.
    bool decay(double factor) {
        scale_ *= factor;
        if (scale_ >= smallest) return false;
        rescale();
        return true;
    }
    void add_raw(std::size_t row, long double amount) { raw_[row] += amount / scale_; }
    /// Prepares the amounts that add() then adds to each row: `raw`, `seconds` of wall-clock time,
    /// and `seconds` times each count.
    void prepare(long double raw, double seconds, std::span<std::int64_t const> counts);
    void add(std::size_t row);
    /// Replaces the amounts of a row; `amounts` by position, may be short.
    void set(std::size_t row, double raw, double seconds, std::span<double const> amounts);
    void clear();

    [[nodiscard]] long double raw(std::size_t row) const { return raw_[row] * scale_; }
    [[nodiscard]] long double scaled_raw(std::size_t row) const { return raw_[row]; }
    [[nodiscard]] double wall(std::size_t row) const {
        return times_[row * prepared_.size()] * static_cast<double>(scale_);
    }
    [[nodiscard]] double tres(std::size_t row, std::size_t position) const {
        auto const width = prepared_.size();
        return position + 1 < width
                   ? times_[row * width + 1 + position] * static_cast<double>(scale_)
                   : 0.0;
    }

  private:
    /// A power of two, so that moving the scale into the rows does not round.
    static constexpr long double smallest = 0x1p-128L;
    void rescale();

    long double scale_ = 1.0L;
    std::vector<long double> raw_;
    std::vector<double> times_;  ///< of a row: wall-clock time, then each TRES
    long double prepared_raw_ = 0.0L;
    std::vector<double> prepared_ = {0.0};
};

}  // namespace clustersim::slurm
