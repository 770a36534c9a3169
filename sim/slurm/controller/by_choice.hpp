// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace clustersim::slurm {

/// One value for each partition choice of a job. Nearly all jobs have one choice: its value is part of the object, so
/// that the calculation of thousands of priorities follows no pointer.
template <class T>
class ByChoice {
  public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] T& operator[](std::size_t i) { return begin()[i]; }
    [[nodiscard]] T const& operator[](std::size_t i) const { return begin()[i]; }
    [[nodiscard]] T* begin() { return size_ > 1 ? many_.data() : &one_; }
    [[nodiscard]] T const* begin() const { return size_ > 1 ? many_.data() : &one_; }
    [[nodiscard]] T* end() { return begin() + size_; }
    [[nodiscard]] T const* end() const { return begin() + size_; }

    /// Keeps the existing values.
    void resize(std::size_t size) {
        if (size > 1) {
            std::vector<T> many(begin(), begin() + std::min<std::size_t>(size, size_));
            many.resize(size);
            many_ = std::move(many);
        } else if (size == 1 && size_ != 1) {
            one_ = size_ == 0 ? T{} : many_.front();
            many_.clear();
        }
        size_ = static_cast<std::uint32_t>(size);
    }
    void fill(T const& value) { std::fill(begin(), end(), value); }

  private:
    T one_{};
    std::uint32_t size_ = 0;
    std::vector<T> many_;  ///< all values if there are several
};

}  // namespace clustersim::slurm
