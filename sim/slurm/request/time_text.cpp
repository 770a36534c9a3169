// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/time_text.hpp"

#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <utility>

namespace clustersim::slurm {
namespace {

namespace chr = std::chrono;

constexpr std::int64_t minute = 60, hour = 3600, day = 86400;

/// The date and the time of day in a text, each absent if not given.
struct Parts {
    std::optional<chr::year_month_day> date;
    bool year_given = true;
    std::optional<std::int64_t> time_of_day;  ///< seconds
};

chr::sys_days day_of(std::int64_t unix_seconds) {
    return chr::floor<chr::days>(chr::sys_seconds{chr::seconds{unix_seconds}});
}

/// A year of two digits is in this century.
chr::year full_year(std::int64_t given) {
    return chr::year{static_cast<int>(given < 100 ? given + 2000 : given)};
}

bool put_date(Parts& parts, std::int64_t month, std::int64_t day_of_month, chr::year year) {
    chr::year_month_day const date{year,
                                   chr::month{static_cast<unsigned>(month)},
                                   chr::day{static_cast<unsigned>(day_of_month)}};
    if (parts.date || month > 12 || day_of_month > 31 || !date.ok()) return false;
    parts.date = date;
    return true;
}

/// "MMDD", "MMDDYY", "MM/DD", "MM/DD/YY", "MM.DD", "MM.DD.YY" or "YYYY-MM-DD".
bool read_date(std::string_view text, Parts& parts, chr::year this_year) {
    auto const mark = text.find_first_of("/.-");
    if (mark == std::string_view::npos) {
        auto const number = digits_only(text);
        if (!number || (text.size() != 4 && text.size() != 6)) return false;
        parts.year_given = text.size() == 6;
        auto const month_day = parts.year_given ? *number / 100 : *number;
        auto const year = parts.year_given ? full_year(*number % 100) : this_year;
        return put_date(parts, month_day / 100, month_day % 100, year);
    }
    std::array<std::int64_t, 3> field{};
    std::size_t count = 0;
    for (std::string_view const part : split(text, text.substr(mark, 1))) {
        auto const number = digits_only(part);
        if (!number || *number > 9999 || count == field.size()) return false;
        field[count++] = *number;
    }
    if (text[mark] == '-')
        return count == 3 && put_date(parts, field[1], field[2], full_year(field[0]));
    if (count < 2) return false;
    parts.year_given = count == 3;
    return put_date(parts, field[0], field[1], parts.year_given ? full_year(field[2]) : this_year);
}

/// "HH:MM" or "HH:MM:SS", with "AM" or "PM" directly after it or in `half`.
bool read_time(std::string_view text, std::string_view half, Parts& parts) {
    auto const letters = text.find_first_not_of("0123456789:");
    if (letters != std::string_view::npos) {
        half = text.substr(letters);
        text = text.substr(0, letters);
    }
    std::array<std::int64_t, 3> field{};
    std::size_t count = 0;
    for (std::string_view const part : split(text, ":")) {
        auto const number = digits_only(part);
        if (!number || part.size() > 2 || count == field.size()) return false;
        field[count++] = *number;
    }
    if (count < 2 || parts.time_of_day) return false;
    if (!half.empty()) {
        std::string const which = lower(half);
        bool const afternoon = which == "pm";
        if ((!afternoon && which != "am") || field[0] < 1 || field[0] > 12) return false;
        field[0] = field[0] % 12 + (afternoon ? 12 : 0);
    }
    if (field[0] > 23 || field[1] > 59 || field[2] > 59) return false;
    parts.time_of_day = field[0] * hour + field[1] * minute + field[2];
    return true;
}

bool read_word(std::string_view word, Parts& parts, std::int64_t unix_now) {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> times{
        {{"midnight", 0}, {"noon", 12 * hour}, {"fika", 15 * hour}, {"teatime", 16 * hour}}};
    for (auto const& [name, time] : times) {
        if (word != name) continue;
        if (parts.time_of_day) return false;
        parts.time_of_day = time;
        return true;
    }
    if (parts.date || (word != "today" && word != "tomorrow")) return false;
    parts.date = day_of(unix_now) + chr::days{word == "tomorrow" ? 1 : 0};
    return true;
}

/// Parses the text after "now": nothing, or "+2hours"; in seconds.
std::optional<std::int64_t> read_offset(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> units{
        {{"seconds", 1}, {"minutes", minute}, {"hours", hour}, {"days", day}, {"weeks", 7 * day}}};
    text = trimmed(text);
    if (text.empty()) return 0;
    bool const back = take(text, '-');
    if (!back && !take(text, '+')) return std::nullopt;
    text = trimmed(text);
    auto const count = take_digits(text);
    if (!count || *count > 1'000'000'000) return std::nullopt;
    text = trimmed(text);
    for (auto const& [name, seconds] : units)
        if (name.substr(0, text.size()) == text) return (back ? -1 : 1) * *count * seconds;
    return std::nullopt;
}

/// Reads every word of the text; date and time may be in any order, "T" joins a date and a time.
std::optional<Parts> read_parts(std::string_view text, std::int64_t unix_now) {
    Parts parts;
    auto const this_year = chr::year_month_day{day_of(unix_now)}.year();
    auto const words = split(text, " \t");
    for (std::size_t i = 0; i < words.size(); ++i) {
        std::string_view word = words[i];
        if (word.empty() || read_word(word, parts, unix_now)) continue;
        if (auto const joint = word.find('t'); joint != std::string_view::npos) {
            if (!read_date(word.substr(0, joint), parts, this_year)) return std::nullopt;
            word = word.substr(joint + 1);
        }
        if (word.find(':') == std::string_view::npos) {
            if (!read_date(word, parts, this_year)) return std::nullopt;
            continue;
        }
        std::string_view const next = i + 1 < words.size() ? words[i + 1] : std::string_view{};
        bool const half = next == "am" || next == "pm";
        if (!read_time(word, half ? next : std::string_view{}, parts)) return std::nullopt;
        if (half) ++i;
    }
    if (!parts.date && !parts.time_of_day) return std::nullopt;
    return parts;
}

/// The Unix time of the given parts, with the missing ones filled in.
std::int64_t completed(Parts const& parts, std::int64_t unix_now, MissingDate missing) {
    auto const seconds = [](chr::sys_days date) {
        return chr::sys_seconds{date}.time_since_epoch().count();
    };
    std::int64_t const time = parts.time_of_day.value_or(0);
    bool const future = missing == MissingDate::future;
    if (!parts.date) {
        std::int64_t const at = seconds(day_of(unix_now)) + time;
        bool const later_today = at / minute > unix_now / minute;
        return future && !later_today ? at + day : at;
    }
    std::int64_t const at = seconds(*parts.date) + time;
    if (parts.year_given) return at;
    if (future && at < unix_now) return seconds(*parts.date + chr::years{1}) + time;
    if (!future && at > unix_now) return seconds(*parts.date - chr::years{1}) + time;
    return at;
}

struct Split {
    std::int64_t days, hours, minutes, seconds;
    explicit Split(Seconds duration)
        : days(duration.count / day),
          hours(duration.count / hour % 24),
          minutes(duration.count / minute % 60),
          seconds(duration.count % 60) {}
};

/// An instant that dates with four digits of the year can show; nothing for any other one.
std::optional<Instant> shown_in_dates(std::int64_t unix_time, Clock const& clock) {
    constexpr std::int64_t begin_of_1000 = -30'610'224'000;
    constexpr std::int64_t end_of_9999 = 253'402'300'799;
    if (unix_time < begin_of_1000 || unix_time > end_of_9999) return std::nullopt;
    return Instant{unix_time - clock.origin.count};
}

}  // namespace

std::optional<Instant>
parse_instant(std::string_view text, Clock const& clock, MissingDate missing) {
    std::string const small = lower(trimmed(text));
    std::string_view const rest = small;
    std::int64_t const unix_now = clock.now.since_origin + clock.origin.count;
    if (rest.starts_with("uts")) {
        auto const at = digits_only(rest.substr(3));
        return at ? shown_in_dates(*at, clock) : std::nullopt;
    }
    if (rest.starts_with("now")) {
        auto const offset = read_offset(rest.substr(3));
        return offset ? shown_in_dates(unix_now + *offset, clock) : std::nullopt;
    }
    auto const parts = read_parts(rest, unix_now);
    return parts ? shown_in_dates(completed(*parts, unix_now, missing), clock) : std::nullopt;
}

std::string instant_text(Instant at, Seconds origin) {
    std::int64_t const unix_time = at.since_origin + origin.count;
    auto const midnight = day_of(unix_time);
    chr::year_month_day const date{midnight};
    Split const time{Seconds{unix_time - chr::sys_seconds{midnight}.time_since_epoch().count()}};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
                       static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()),
                       static_cast<unsigned>(date.day()),
                       time.hours,
                       time.minutes,
                       time.seconds);
}

std::string squeue_duration(Seconds duration) {
    if (duration.count < 0) return "INVALID";
    Split const s(duration);
    if (s.days > 0)
        return fmt::format("{}-{:02}:{:02}:{:02}", s.days, s.hours, s.minutes, s.seconds);
    if (s.hours > 0) return fmt::format("{}:{:02}:{:02}", s.hours, s.minutes, s.seconds);
    return fmt::format("{}:{:02}", s.minutes, s.seconds);
}

}  // namespace clustersim::slurm
