// SPDX-License-Identifier: Apache-2.0
#include "sim/stats/feature_table.hpp"

#include "sim/core/ensure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clustersim {

void FeatureTable::add_row(std::span<double const> values) {
    CS_ENSURE(values.size() == columns_.size(), "a row has one value for each column");
    constexpr double largest = std::numeric_limits<float>::max();
    for (double const value : values) {
        bool const missing = std::isnan(value);
        values_.push_back(missing ? std::numeric_limits<float>::quiet_NaN()
                                  : static_cast<float>(std::clamp(value, -largest, largest)));
    }
    ++rows_;
}

FeatureTable FeatureTable::selected(std::span<std::size_t const> rows) const {
    FeatureTable out(columns_);
    out.values_.reserve(rows.size() * columns_.size());
    for (std::size_t const i : rows) {
        auto const values = row(i);
        out.values_.insert(out.values_.end(), values.begin(), values.end());
    }
    out.rows_ = rows.size();
    return out;
}

FeatureTable FeatureTable::joined(FeatureTable const& right) const {
    CS_ENSURE(right.rows_ == rows_, "both tables have one row for each case");
    auto columns = columns_;
    columns.insert(columns.end(), right.columns_.begin(), right.columns_.end());
    FeatureTable out(std::move(columns));
    out.values_.reserve(values_.size() + right.values_.size());
    for (std::size_t i = 0; i < rows_; ++i)
        for (auto const values : {row(i), right.row(i)})
            out.values_.insert(out.values_.end(), values.begin(), values.end());
    out.rows_ = rows_;
    return out;
}

}  // namespace clustersim
