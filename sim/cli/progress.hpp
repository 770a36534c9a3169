// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <string>
#include <thread>

namespace clustersim {

/// The time left of a count; nothing while it cannot be told.
class TimeLeft {
  public:
    using Clock = std::chrono::steady_clock;

    /// To be called with each count. A lower one than before begins anew.
    void counted(std::size_t done, Clock::time_point now);
    /// " , 3 min left", or nothing: the first units tell little, since threads end theirs together.
    [[nodiscard]] std::string text(std::size_t all, Clock::time_point now) const;

  private:
    std::size_t first_ = 0, done_ = 0;
    bool begun_ = false;
    Clock::time_point since_;
};

/// A progress line on stderr for long work. It appears only on a terminal and only after half a second, says at least
/// that the command works and since when, and disappears before anything else is written. A thread of its own draws it,
/// so that also work which counts nothing is seen to go on.
class ProgressLine {
  public:
    /// The command that works: "explain".
    explicit ProgressLine(std::string command);
    ~ProgressLine();
    ProgressLine(ProgressLine const&) = delete;
    ProgressLine& operator=(ProgressLine const&) = delete;

    /// "3 of 10 replicates, 2 min left"
    void count(std::string const& what, std::size_t done, std::size_t all);
    /// "warming up queue 4 of 10"
    void stage(std::string const& what, std::size_t done, std::size_t all);
    /// Removes the line from the terminal for a moment, in which the caller writes.
    void clear();

  private:
    using Clock = TimeLeft::Clock;

    void draw_until_stopped();
    [[nodiscard]] std::string text(Clock::time_point now) const;
    void remove();

    std::string command_;
    std::mutex mutex_;  ///< guards all that follows
    std::condition_variable stopping_;
    bool stopped_ = false;
    bool shown_ = false;
    Clock::time_point began_, not_before_;
    std::string what_;
    bool is_stage_ = false;
    std::size_t done_ = 0, all_ = 0;
    TimeLeft left_;
    std::thread drawing_;
};

}  // namespace clustersim
