// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim {

/// Many positive times in bins 0.1 % wide, so that millions of them need little memory. A quantile is the mean of its bin.
class GapHistogram {
  public:
    void add(double time, std::int64_t count);
    void add(GapHistogram const& other);

    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] double mean() const;                    ///< 0 without times
    [[nodiscard]] double quantile(double p) const;        ///< nearest rank; 0 without times
    [[nodiscard]] double share_up_to(double time) const;  ///< with all of its bin; 1 without times

  private:
    struct Bin {
        std::int64_t count = 0;
        double sum = 0.0;
    };

    [[nodiscard]] static std::size_t bin_of(double time);

    std::vector<Bin> bins_;
    std::int64_t count_ = 0;
    double sum_ = 0.0;
};

}  // namespace clustersim
