// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace clustersim {

/// One run of a job in a queue, for pictures of the queue.
struct QueueRun {
    std::int64_t id = 0;
    Instant submit;
    Instant start;
    std::optional<Instant> end{};  ///< nothing: it runs at the end of the recording
    std::int64_t units = 0;        ///< nodes, or what the queue counts instead
    std::string user{};            ///< empty: unknown
    std::string partition{};       ///< empty: the queue has only one

    [[nodiscard]] Seconds wait() const { return start - submit; }
};

}  // namespace clustersim
