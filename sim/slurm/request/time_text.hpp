// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// The reference of a time of day: Instant `now`, and the Unix time of Instant 0. Local time is
/// UTC.
struct Clock {
    Instant now;
    Seconds origin;
};

/// How to complete a text without a full date: after now (--begin, --deadline) or before (-S, -E).
enum class MissingDate { future, past };

/// Parses an instant in Slurm's formats (spec 12.3): `now+2hours`, `tomorrow`, `teatime`, `16:30`,
/// `6:00 PM`, `0131`, `12/31/25`, `2025-12-31T08:00`, `uts1700000000`. Returns nothing for any
/// other text, and for instants outside the years 1000 to 9999.
std::optional<Instant>
parse_instant(std::string_view text, Clock const& clock, MissingDate missing = MissingDate::future);

/// Writes `2025-12-31T08:00:00`.
std::string instant_text(Instant at, Seconds origin);

/// Writes a duration as squeue does: `0:08`, `12:34`, `1:02:03`, `2-00:00:00`; "INVALID" below
/// zero.
std::string squeue_duration(Seconds duration);

}  // namespace clustersim::slurm
