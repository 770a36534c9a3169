// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_set.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace clustersim::slurm {

/// Earlier choices by the set they were made from: the sets of one backfill cycle are mostly those
/// of the cycle before.
class ChoiceMemo {
  public:
    struct Entry {
        NodeSet from;
        std::int32_t wanted = 0;  ///< 0: unknown
        NodeSet chosen;
    };

    /// The slot of this question; it may still hold the answer to another one.
    [[nodiscard]] Entry& at(NodeSet const& from, std::int32_t wanted) {
        // The products are independent, so the processor computes them in parallel.
        std::uint64_t factor = 0x9e3779b97f4a7c15;
        auto hash = static_cast<std::uint64_t>(wanted) * factor;
        for (auto const word : from.words()) {
            factor += 0xd1342543de82ef96;
            hash += (word ^ word >> 32) * factor;
        }
        return entries_[(hash ^ hash >> 29) * factor >> 56];
    }

  private:
    std::array<Entry, 256> entries_;  ///< by eight bits
};

}  // namespace clustersim::slurm
