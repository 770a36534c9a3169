// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace clustersim {

using namespace std::chrono_literals;

namespace {

constexpr auto shown_after = 500ms;  // shorter work needs no line
constexpr auto redrawn = 200ms;      // how often the line is drawn
constexpr auto after_text = 1s;      // how long the line stays away after something was written
constexpr std::size_t least_units = 5;
constexpr double least_seconds = 3.0;

double seconds_between(TimeLeft::Clock::time_point from, TimeLeft::Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void TimeLeft::counted(std::size_t done, Clock::time_point now) {
    if (!begun_ || done < done_) {
        begun_ = true;
        first_ = done;
        since_ = now;
    }
    done_ = done;
}

std::string TimeLeft::text(std::size_t all, Clock::time_point now) const {
    double const elapsed = seconds_between(since_, now);
    if (!begun_ || done_ < first_ + least_units || done_ >= all || elapsed < least_seconds)
        return {};
    double const each = elapsed / static_cast<double>(done_ - first_);
    return fmt::format(", {} left",
                       human(seconds(std::ceil(each * static_cast<double>(all - done_)))));
}

ProgressLine::ProgressLine(std::string command)
    : command_(std::move(command)), began_(Clock::now()), not_before_(began_ + shown_after) {
    if (isatty(STDERR_FILENO) == 1) drawing_ = std::thread([this] { draw_until_stopped(); });
}

ProgressLine::~ProgressLine() {
    {
        std::lock_guard const lock(mutex_);
        stopped_ = true;
    }
    stopping_.notify_all();
    if (drawing_.joinable()) drawing_.join();
    remove();
}

void ProgressLine::draw_until_stopped() {
    std::unique_lock lock(mutex_);
    while (!stopping_.wait_for(lock, redrawn, [this] { return stopped_; })) {
        auto const now = Clock::now();
        if (now < not_before_) continue;
        fmt::print(stderr, "\r\033[K{}", text(now));
        std::fflush(stderr);
        shown_ = true;
    }
}

std::string ProgressLine::text(Clock::time_point now) const {
    if (all_ == 0)
        return fmt::format(
            "{}: working, {}", command_, human(seconds(std::floor(seconds_between(began_, now)))));
    if (is_stage_) return fmt::format("{} {} of {}", what_, std::min(done_ + 1, all_), all_);
    return fmt::format("{} of {} {}{}", done_, all_, what_, left_.text(all_, now));
}

void ProgressLine::count(std::string const& what, std::size_t done, std::size_t all) {
    std::lock_guard const lock(mutex_);
    if (is_stage_ || what_ != what) left_ = {};
    what_ = what;
    is_stage_ = false;
    done_ = done;
    all_ = all;
    left_.counted(done, Clock::now());
}

void ProgressLine::stage(std::string const& what, std::size_t done, std::size_t all) {
    std::lock_guard const lock(mutex_);
    what_ = what;
    is_stage_ = true;
    done_ = done;
    // Once all are done, other work follows, which is not counted yet.
    all_ = done < all ? all : 0;
}

void ProgressLine::remove() {
    if (!std::exchange(shown_, false)) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
}

void ProgressLine::clear() {
    std::lock_guard const lock(mutex_);
    remove();
    not_before_ = std::max(not_before_, Clock::now() + after_text);
}

}  // namespace clustersim
