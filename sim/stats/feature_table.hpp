// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// What is known before the data: whether a larger value can only raise or only lower the target.
enum class Monotone { lowers = -1, unknown = 0, raises = 1 };

struct FeatureColumn {
    std::string name;
    Monotone effect = Monotone::unknown;
};

/// Named columns of numbers, one row per case, in single precision as tree learners read them. NaN means that the value
/// is missing; infinite values become the largest finite ones.
class FeatureTable {
  public:
    explicit FeatureTable(std::vector<FeatureColumn> columns) : columns_(std::move(columns)) {}

    /// Adds a row with one value for each column, in their order.
    void add_row(std::span<double const> values);
    /// The rows at these positions, in this order.
    [[nodiscard]] FeatureTable selected(std::span<std::size_t const> rows) const;
    /// These columns, then those of `right`, which has as many rows.
    [[nodiscard]] FeatureTable joined(FeatureTable const& right) const;

    [[nodiscard]] std::vector<FeatureColumn> const& columns() const { return columns_; }
    [[nodiscard]] std::size_t rows() const { return rows_; }
    /// All values, row by row.
    [[nodiscard]] std::span<float const> values() const { return values_; }
    [[nodiscard]] std::span<float const> row(std::size_t i) const {
        return values().subspan(i * columns_.size(), columns_.size());
    }

  private:
    std::vector<FeatureColumn> columns_;
    std::vector<float> values_;
    std::size_t rows_ = 0;
};

}  // namespace clustersim
