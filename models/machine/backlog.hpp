// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/core/quantity.hpp"

#include <cstdint>
#include <string_view>

namespace clustersim {

// How much work the users of a partition keep waiting: the requested time of the jobs that wait for nodes, over the nodes
// (or accelerators). It is hardly ever known, so it is a range of three equally likely queues: the medians of its lowest,
// middle and highest third, which are the quantiles 1/6, 1/2 and 5/6. Replicates take turns between them.

/// The third of the range that a queue stands for.
enum class QueueLength : std::uint8_t { usual, brief, extended };

struct Backlog {
    Duration brief{};
    Duration usual{};
    Duration extended{};

    /// A backlog that is known.
    static constexpr Backlog exactly(Duration value) { return {value, value, value}; }
    [[nodiscard]] constexpr bool is_range() const { return brief < extended; }
    [[nodiscard]] constexpr Duration of(QueueLength length) const {
        if (length == QueueLength::brief) return brief;
        return length == QueueLength::usual ? usual : extended;
    }
    friend constexpr bool operator==(Backlog const&, Backlog const&) = default;
};

/// The queue of a replicate: usual, short, long, usual and so on.
constexpr QueueLength length_of(std::uint64_t replicate) {
    return static_cast<QueueLength>(replicate % 3);
}

/// The backlogs that users can keep: at least a minute, at most 30 days.
constexpr Range backlogs{60.0, 30.0 * 86400.0, false};

/// `12 h`, or `{short: 4 h, usual: 12 h, long: 30 h}`; nothing if the key is absent.
std::optional<Backlog> optional_backlog(Reader& reader, std::string_view key);

}  // namespace clustersim
