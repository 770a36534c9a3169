// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>

namespace clustersim {

/// A progress line on stderr for long work. It appears only on a terminal and only after half a second, and
/// disappears when the work is done.
class ProgressLine {
  public:
    /// What is counted, and how much of it was done before.
    explicit ProgressLine(std::string what = "replicates", std::size_t before = 0);
    ~ProgressLine();
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;

    void show(std::size_t done, std::size_t all);
    /// Removes the line from the terminal; the next show() prints it again.
    void clear();

  private:
    using Clock = std::chrono::steady_clock;
    std::string what_;
    std::size_t before_;
    bool terminal_;
    std::atomic<bool> shown_ = false;
    Clock::time_point began_;
    Clock::time_point last_;
};

}  // namespace clustersim
