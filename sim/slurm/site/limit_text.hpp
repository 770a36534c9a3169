// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clustersim::slurm {

/// What a time limit without end is read as.
inline constexpr std::int64_t unlimited_time = -1;

/// A time limit of Slurm in seconds: `M`, `M:S`, `H:M:S`, `D-H`, `D-H:M`, `D-H:M:S`, or
/// `UNLIMITED`, `INFINITE`, `-1` (spec 12.3). Nothing when it is none of these.
std::optional<std::int64_t> limit_seconds(std::string_view text);

/// The same in whole minutes, rounded up, as Slurm keeps time limits.
std::optional<std::int64_t> limit_minutes(std::string_view text);

}  // namespace clustersim::slurm
