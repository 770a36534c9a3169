// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// What a time of day is relative to: Instant `now`, and the Unix time of Instant 0. Local time is
/// UTC.
struct Clock {
    Instant now;
    Seconds origin;
};

/// Where a text without a full date lies: after now (--begin, --deadline) or before (-S, -E).
enum class MissingDate { future, past };

/// An instant in Slurm's words (spec 12.3): `now+2hours`, `tomorrow`, `teatime`, `16:30`,
/// `6:00 PM`, `0131`, `12/31/25`, `2025-12-31T08:00`, `uts1700000000`. Nothing when it is none.
std::optional<Instant>
parse_instant(std::string_view text, Clock const& clock, MissingDate missing = MissingDate::future);

/// `2025-12-31T08:00:00`.
std::string instant_text(Instant at, Seconds origin);

/// As squeue prints a duration: `0:08`, `12:34`, `1:02:03`, `2-00:00:00`; "INVALID" below zero.
std::string squeue_duration(Seconds duration);

}  // namespace clustersim::slurm
