// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.hpp"

#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>
#include <utility>

namespace clustersim {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(std::string what, std::size_t before)
    : what_(std::move(what)),
      before_(before),
      terminal_(isatty(STDERR_FILENO) == 1),
      began_(Clock::now()),
      last_(began_) {}

ProgressLine::~ProgressLine() {
    clear();
}

void ProgressLine::clear() {
    if (!shown_.exchange(false)) return;
    std::fputs("\r\033[K", stderr);
    std::fflush(stderr);
}

void ProgressLine::show(std::size_t done, std::size_t all) {
    auto const now = Clock::now();
    if (!terminal_ || all == 0 || now - began_ < 500ms || now - last_ < 100ms) return;
    last_ = now;
    shown_ = true;
    double const elapsed = std::chrono::duration<double>(now - began_).count();
    double const left = done > before_ ? elapsed / static_cast<double>(done - before_) *
                                             static_cast<double>(all - done)
                                       : 0.0;
    fmt::print(stderr, "\r\033[K{} of {} {}, {} left", done, all, what_, human(seconds(left)));
    std::fflush(stderr);
}

}  // namespace clustersim
