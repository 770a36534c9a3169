// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/door.hpp"

#include <chrono>
#include <functional>
#include <mutex>
#include <string>

namespace clustersim {

/// Tells a client how far its call is, at most ten times a second. The protocol wants numbers that only rise, while a
/// question counts several things after each other; so a whole number is added for each.
class CallProgress {
  public:
    /// `token` is JSON.
    CallProgress(std::string token, std::function<void(std::string const&)> send);

    void hear(Progress const& now);

  private:
    std::string token_;
    std::function<void(std::string const&)> send_;
    std::mutex mutex_;
    std::string what_;
    double before_ = 0.0;  ///< of the things counted before
    double told_ = 0.0;
    std::chrono::steady_clock::time_point next_{};
};

}  // namespace clustersim
