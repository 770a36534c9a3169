// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clustersim::slurm {

/// The value that stands for UNLIMITED.
inline constexpr std::int64_t unlimited_time = -1;

/// Returns a time limit of Slurm in seconds: `M`, `M:S`, `H:M:S`, `D-H`, `D-H:M`, `D-H:M:S`, or
/// `UNLIMITED`, `INFINITE`, `-1` (spec 12.3). Returns nothing for any other text.
std::optional<std::int64_t> limit_seconds(std::string_view text);

/// Returns the same in whole minutes, rounded up, as Slurm keeps time limits.
std::optional<std::int64_t> limit_minutes(std::string_view text);

}  // namespace clustersim::slurm
