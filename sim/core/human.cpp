// SPDX-License-Identifier: Apache-2.0
#include "sim/core/human.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace clustersim {
namespace {

/// Three significant digits without an exponent and without a trailing ".0".
std::string three_digits(double value) {
    double const size = std::fabs(value);
    int const decimals = size >= 99.95 || size == 0.0 ? 0
                         : size >= 9.995              ? 1
                         : size >= 0.9995             ? 2
                                                      : 3;
    std::string text = fmt::format("{:.{}f}", value, decimals);
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return text;
}

std::string with_prefix(double value, std::string_view unit) {
    constexpr std::array<std::string_view, 7> prefixes{"", "k", "M", "G", "T", "P", "E"};
    std::size_t step = 0;
    while (std::fabs(value) >= 999.5 && step + 1 < prefixes.size()) {
        value /= 1000.0;
        ++step;
    }
    return fmt::format("{} {}{}", three_digits(value), prefixes[step], unit);
}

std::string two_units(double value,
                      double big,
                      std::string_view big_name,
                      double small,
                      std::string_view small_name) {
    double const steps = std::round(value / small);
    double const per_big = big / small;
    double const whole = std::floor(steps / per_big);
    double const rest = steps - whole * per_big;
    if (rest == 0.0) return fmt::format("{:.0f} {}", whole, big_name);
    return fmt::format("{:.0f} {} {:.0f} {}", whole, big_name, rest, small_name);
}

}  // namespace

std::string human(Duration value) {
    double const s = value.si();
    double const size = std::fabs(s);
    if (s < 0.0) return "-" + human(-value);
    if (size == 0.0) return "0 s";
    if (size < 999.5e-9) return three_digits(s * 1e9) + " ns";
    if (size < 999.5e-6) return three_digits(s * 1e6) + " µs";
    if (size < 0.9995) return three_digits(s * 1e3) + " ms";
    if (size < 99.5) return three_digits(s) + " s";
    if (size < 3570.0) return two_units(s, 60.0, "min", 1.0, "s");
    if (size < 86400.0 - 30.0) return two_units(s, 3600.0, "h", 60.0, "min");
    if (size < 1e7) return two_units(s, 86400.0, "d", 3600.0, "h");
    return three_digits(s / 86400.0) + " d";
}

namespace {

struct TimeUnit {
    double seconds;
    std::string_view name;
    double from;   ///< upper ends, in this unit, that are read in it
    double least;  ///< other numbers than 0 that are
};

TimeUnit const& unit_of_range(Duration high) {
    static constexpr std::array units{TimeUnit{86400.0, "d", 1.5, 1.0},
                                      TimeUnit{3600.0, "h", 1.5, 1.0},
                                      TimeUnit{60.0, "min", 1.5, 1.0},
                                      TimeUnit{1.0, "s", 1.0, 0.1},
                                      TimeUnit{1e-3, "ms", 1.5, 1.0},
                                      TimeUnit{1e-6, "µs", 1.5, 1.0}};
    auto const unit = std::ranges::find_if(
        units, [&](TimeUnit const& u) { return high.si() >= u.from * u.seconds; });
    return unit == units.end() ? units[3] : *unit;
}

}  // namespace

bool reads_in_one_unit(Duration value, Duration low, Duration high) {
    if (low == high) return true;
    TimeUnit const& unit = unit_of_range(high);
    double const least = unit.least * unit.seconds;
    return value.si() >= least && (low.si() == 0.0 || low.si() >= least);
}

std::string human_range(Duration value, Duration low, Duration high, RangeUnits units) {
    bool const own = units == RangeUnits::each_its_own;
    if (own && low == high) return human(value);
    if (own || !reads_in_one_unit(value, low, high))
        return fmt::format("{} ({} – {})", human(value), human(low), human(high));
    TimeUnit const& unit = unit_of_range(high);
    auto const show = [&](Duration d) { return three_digits(d.si() / unit.seconds); };
    if (low == high) return fmt::format("{} {}", show(value), unit.name);
    return fmt::format("{} {} ({} – {})", show(value), unit.name, show(low), show(high));
}

std::string human(Bytes value) {
    return with_prefix(value.si(), "B");
}
std::string human(Bandwidth value) {
    return with_prefix(value.si(), "B/s");
}
std::string human(FlopRate value) {
    return with_prefix(value.si(), "FLOP/s");
}
std::string human(Watts value) {
    return with_prefix(value.si(), "W");
}
std::string human(Joules value) {
    return with_prefix(value.si() / 3600.0, "Wh");
}

std::string human_number(double value) {
    if (value == 0.0) return "0";
    double const size = std::fabs(value);
    if (size < 999.5) {
        if (size >= 0.9995) return three_digits(value);
        return fmt::format("{:.3g}", value);
    }
    // Thousands separators; digits beyond the third are zeros.
    double const unit = std::pow(10.0, std::floor(std::log10(size)) - 2.0);
    std::string digits = fmt::format("{:.0f}", std::round(value / unit) * unit);
    for (int at = static_cast<int>(digits.size()) - 3; at > (value < 0 ? 1 : 0); at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string human_percent(double share) {
    return three_digits(share * 100.0) + " %";
}

}  // namespace clustersim
