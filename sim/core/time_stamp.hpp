// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace clustersim {

/// Seconds since 1970 of `YYYY-MM-DD HH:MM:SS`, with a `T` or a blank in between, in UTC; what follows, such as
/// fractions of seconds, is ignored. Nothing if it is no such instant.
std::optional<std::int64_t> parse_time_stamp(std::string_view text);

}  // namespace clustersim
