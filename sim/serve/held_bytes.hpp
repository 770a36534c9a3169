// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>

namespace clustersim {

/// Counts the bytes of all bodies that a server holds at a time, up to a number of them.
class HeldBytes {
  public:
    explicit HeldBytes(std::size_t most) : most_(most) {}

    /// False if that would be too many.
    bool take(std::size_t bytes) {
        if (held_.fetch_add(bytes) + bytes <= most_) return true;
        held_.fetch_sub(bytes);
        return false;
    }
    void give_back(std::size_t bytes) { held_.fetch_sub(bytes); }

  private:
    std::size_t most_;
    std::atomic<std::size_t> held_ = 0;
};

}  // namespace clustersim
