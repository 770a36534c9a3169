// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace clustersim::slurm {

/// priority/basic, spec 5.1: every job gets one less than the lowest priority assigned before, so
/// that the queue is first come, first served.
class BasicPriority {
  public:
    /// The priority of the next job. `nice` is subtracted, down to 1.
    std::uint32_t next(std::int64_t nice = 0) {
        std::int64_t const below = lowest_ >= 2 ? lowest_ - 1 : 1;
        auto const given = std::clamp<std::int64_t>(below - nice, 1, UINT32_MAX);
        lowest_ = std::min(lowest_, given);
        return static_cast<std::uint32_t>(given);
    }

    /// A job already has this priority.
    void note(std::uint32_t given) {
        if (given > 0) lowest_ = std::min<std::int64_t>(lowest_, given);
    }

  private:
    std::int64_t lowest_ = 0xffff0000;
};

}  // namespace clustersim::slurm
