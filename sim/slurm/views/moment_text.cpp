// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/moment_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <optional>
#include <utility>

namespace clustersim::slurm {

namespace {

/// Longer than any simulation; prevents sums from overflowing.
constexpr std::int64_t longest = 1'000'000'000'000;

std::optional<std::int64_t> take_number(std::string_view& text) {
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < 0 || value > longest) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// Removes the unit at the start of `text` and returns its seconds.
std::optional<std::int64_t> take_unit(std::string_view& text) {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 6> units{
        {{"min", 60}, {"w", 7 * 86400}, {"d", 86400}, {"h", 3600}, {"m", 60}, {"s", 1}}};
    for (auto const& [name, seconds] : units) {
        if (text.starts_with(name)) {
            text.remove_prefix(name.size());
            return seconds;
        }
    }
    return std::nullopt;
}

/// "2d4h" or "3600".
std::optional<std::int64_t> parse_span(std::string_view text) {
    std::int64_t total = 0;
    std::int64_t previous = longest;
    bool any = false;
    while (!text.empty()) {
        auto const number = take_number(text);
        if (!number) return std::nullopt;
        if (text.empty() && !any) return number;
        auto const unit = take_unit(text);
        if (!unit || *unit >= previous || *number > longest / *unit) return std::nullopt;
        previous = *unit;
        total += *number * *unit;
        any = true;
    }
    return any ? std::optional(total) : std::nullopt;
}

/// A number of exactly `digits` digits, followed by `behind` unless that is 0.
std::optional<int> take_digits(std::string_view& text, std::size_t digits, char behind) {
    if (text.size() < digits) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
        if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) return std::nullopt;
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(digits);
    if (behind == 0) return value;
    if (text.empty() || text.front() != behind) return std::nullopt;
    text.remove_prefix(1);
    return value;
}

/// "2026-01-03", "2026-01-03T12:00" or "2026-01-03T12:00:00" as Unix time in UTC.
std::optional<std::int64_t> parse_calendar(std::string_view text) {
    auto const year = take_digits(text, 4, '-');
    auto const month = year ? take_digits(text, 2, '-') : std::nullopt;
    auto const day = month ? take_digits(text, 2, 0) : std::nullopt;
    if (!day) return std::nullopt;
    std::chrono::year_month_day const date{std::chrono::year{*year},
                                           std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok()) return std::nullopt;
    std::int64_t time = 0;
    if (!text.empty()) {
        if (text.front() != 'T') return std::nullopt;
        text.remove_prefix(1);
        auto const hour = take_digits(text, 2, ':');
        auto const minute = hour ? take_digits(text, 2, 0) : std::nullopt;
        if (!minute || *hour > 23 || *minute > 59) return std::nullopt;
        time = *hour * 3600 + *minute * 60;
        if (!text.empty()) {
            if (text.front() != ':') return std::nullopt;
            text.remove_prefix(1);
            auto const second = take_digits(text, 2, 0);
            if (!second || *second > 59 || !text.empty()) return std::nullopt;
            time += *second;
        }
    }
    return std::chrono::sys_days{date}.time_since_epoch().count() * 86400LL + time;
}

}  // namespace

Result<NamedMoment> parse_moment(std::string_view text, std::int64_t origin) {
    std::string_view rest = text;
    if (rest.starts_with("submit")) {
        rest.remove_prefix(6);
        if (rest.empty()) return NamedMoment{true, 0};
        bool const before = rest.front() == '-';
        if (before || rest.front() == '+') {
            if (auto const span = parse_span(rest.substr(1)))
                return NamedMoment{true, before ? -*span : *span};
        }
    } else if (auto const span = parse_span(rest)) {
        return NamedMoment{false, *span};
    } else if (auto const unix_time = parse_calendar(rest)) {
        return NamedMoment{false, *unix_time - origin};
    }
    return failure(problem(Code::bad_syntax,
                           fmt::format("\"{}\" is not a moment", text),
                           "write 2d4h or seconds since the start of the simulated queue, "
                           "submit+30m, or 2026-01-03T12:00:00"));
}

}  // namespace clustersim::slurm
