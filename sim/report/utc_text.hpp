// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace clustersim {

/// "2024-01-02 01:11 UTC" of a Unix time.
std::string utc_text(std::int64_t unix_seconds);

}  // namespace clustersim
