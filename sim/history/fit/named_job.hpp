// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace clustersim {

/// A job of a log or of a queue.
struct NamedJob {
    std::int64_t id = 0;  ///< 0: not known
    Instant submit;
    Instant start = Instant::never();  ///< never(): it waits
    Instant end = Instant::never();    ///< never(): it waits or runs
    double size = 1.0;
    std::optional<Seconds> limit;
    std::string user, queue;
    bool gpu = false;
    bool learned = true;  ///< false: others see it in the queue, but nothing is learned from it
};

}  // namespace clustersim
