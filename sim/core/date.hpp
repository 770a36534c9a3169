// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace clustersim {

/// A day of the civil calendar.
using Date = std::chrono::sys_days;

/// Reads "2027-03-01"; nothing if it is no such day.
std::optional<Date> parse_date(std::string_view text);

/// "2027-03-01"
std::string date_text(Date date);

}  // namespace clustersim
