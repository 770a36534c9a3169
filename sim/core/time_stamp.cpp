// SPDX-License-Identifier: Apache-2.0
#include "sim/core/time_stamp.hpp"

#include <array>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <utility>

namespace clustersim {

std::optional<std::int64_t> parse_time_stamp(std::string_view text) {
    if (text.size() < 19 || text[4] != '-' || text[7] != '-' ||
        (text[10] != ' ' && text[10] != 'T') || text[13] != ':' || text[16] != ':')
        return std::nullopt;
    std::array<int, 6> part{};
    constexpr std::array<std::pair<std::size_t, std::size_t>, 6> places{
        {{0, 4}, {5, 2}, {8, 2}, {11, 2}, {14, 2}, {17, 2}}};
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto const digits = text.substr(places[i].first, places[i].second);
        auto const [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), part[i]);
        if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    }
    std::chrono::year_month_day const day{std::chrono::year(part[0]),
                                          std::chrono::month(static_cast<unsigned>(part[1])),
                                          std::chrono::day(static_cast<unsigned>(part[2]))};
    if (!day.ok() || part[3] > 23 || part[4] > 59 || part[5] > 60) return std::nullopt;
    std::int64_t const days = std::chrono::sys_days(day).time_since_epoch().count();
    return days * 86400 + part[3] * 3600 + part[4] * 60 + part[5];
}

}  // namespace clustersim
