// SPDX-License-Identifier: Apache-2.0
#include "sim/core/date.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace clustersim {
namespace {

std::optional<int> number_in(std::string_view digits) {
    int number = 0;
    auto const [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    bool const whole = error == std::errc{} && end == digits.data() + digits.size();
    return whole && digits.front() != '-' ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<Date> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    auto const year = number_in(text.substr(0, 4));
    auto const month = number_in(text.substr(5, 2));
    auto const day = number_in(text.substr(8, 2));
    if (!year || !month || !day) return std::nullopt;
    std::chrono::year_month_day const date{std::chrono::year{*year},
                                           std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    return date.ok() ? std::optional(Date{date}) : std::nullopt;
}

std::string date_text(Date date) {
    std::chrono::year_month_day const civil{date};
    return fmt::format("{:04}-{:02}-{:02}",
                       static_cast<int>(civil.year()),
                       static_cast<unsigned>(civil.month()),
                       static_cast<unsigned>(civil.day()));
}

}  // namespace clustersim
