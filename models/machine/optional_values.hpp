// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/core/date.hpp"
#include "sim/core/time.hpp"

#include <optional>
#include <string_view>

namespace clustersim {

/// A whole number, if the key is given.
std::optional<int>
optional_count(Reader& reader, std::string_view key, Range range = Range::at_least(1, 1e6));

/// A time, rounded up to whole seconds, if the key is given.
std::optional<Seconds> optional_seconds(Reader& reader, std::string_view key);

/// A day, if the key is given.
std::optional<Date> optional_date(Reader& reader, std::string_view key);

}  // namespace clustersim
