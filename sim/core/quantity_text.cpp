// SPDX-License-Identifier: Apache-2.0
#include "sim/core/quantity_text.hpp"

#include "sim/core/ascii.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {
namespace {

struct Unit {
    std::string_view name;
    double si;
};

constexpr std::array time_units{
    Unit{"ns", 1e-9},
    Unit{"us", 1e-6},
    Unit{"µs", 1e-6},
    Unit{"ms", 1e-3},
    Unit{"s", 1},
    Unit{"sec", 1},
    Unit{"min", 60},
    Unit{"h", 3600},
    Unit{"hour", 3600},
    Unit{"hours", 3600},
    Unit{"d", 86400},
    Unit{"day", 86400},
    Unit{"days", 86400},
    Unit{"week", 604800},
    Unit{"weeks", 604800},
};
constexpr std::array data_units{
    Unit{"B", 1},
    Unit{"kB", 1e3},
    Unit{"KB", 1e3},
    Unit{"MB", 1e6},
    Unit{"GB", 1e9},
    Unit{"TB", 1e12},
    Unit{"PB", 1e15},
    Unit{"EB", 1e18},
    Unit{"KiB", 0x1p10},
    Unit{"MiB", 0x1p20},
    Unit{"GiB", 0x1p30},
    Unit{"TiB", 0x1p40},
    Unit{"PiB", 0x1p50},
};
constexpr std::array bit_rate_units{
    Unit{"b/s", 0.125},
    Unit{"kb/s", 125},
    Unit{"Mb/s", 125e3},
    Unit{"Gb/s", 125e6},
    Unit{"Tb/s", 125e9},
    Unit{"bit/s", 0.125},
    Unit{"kbit/s", 125},
    Unit{"Mbit/s", 125e3},
    Unit{"Gbit/s", 125e6},
    Unit{"Tbit/s", 125e9},
};
constexpr std::array work_units{
    Unit{"FLOP", 1},
    Unit{"kFLOP", 1e3},
    Unit{"MFLOP", 1e6},
    Unit{"GFLOP", 1e9},
    Unit{"TFLOP", 1e12},
    Unit{"PFLOP", 1e15},
    Unit{"EFLOP", 1e18},
    Unit{"ZFLOP", 1e21},
};
constexpr std::array power_units{Unit{"mW", 1e-3}, Unit{"W", 1}, Unit{"kW", 1e3}, Unit{"MW", 1e6}};
constexpr std::array energy_units{
    Unit{"J", 1},
    Unit{"kJ", 1e3},
    Unit{"MJ", 1e6},
    Unit{"GJ", 1e9},
    Unit{"Wh", 3600},
    Unit{"kWh", 3.6e6},
    Unit{"MWh", 3.6e9},
    Unit{"GWh", 3.6e12},
};
constexpr std::array frequency_units{
    Unit{"Hz", 1}, Unit{"kHz", 1e3}, Unit{"MHz", 1e6}, Unit{"GHz", 1e9}};

std::optional<double> find_unit(std::span<Unit const> units, std::string_view name) {
    for (Unit const& unit : units)
        if (unit.name == name) return unit.si;
    return std::nullopt;
}

std::optional<double> unit_per_second(std::span<Unit const> units, std::string_view name) {
    if (!name.ends_with("/s")) return std::nullopt;
    return find_unit(units, name.substr(0, name.size() - 2));
}

std::optional<double> unit_of(Dimension dimension, std::string_view name) {
    switch (dimension) {
        case Dimension::time: return find_unit(time_units, name);
        case Dimension::data: return find_unit(data_units, name);
        case Dimension::bandwidth:
            if (auto const bits = find_unit(bit_rate_units, name)) return bits;
            return unit_per_second(data_units, name);
        case Dimension::work: return find_unit(work_units, name);
        case Dimension::flop_rate: return unit_per_second(work_units, name);
        case Dimension::power: return find_unit(power_units, name);
        case Dimension::energy: return find_unit(energy_units, name);
        case Dimension::frequency: return find_unit(frequency_units, name);
    }
    return std::nullopt;
}

std::string_view base_unit(Dimension dimension) {
    switch (dimension) {
        case Dimension::time: return "s";
        case Dimension::data: return "B";
        case Dimension::bandwidth: return "B/s";
        case Dimension::work: return "FLOP";
        case Dimension::flop_rate: return "FLOP/s";
        case Dimension::power: return "W";
        case Dimension::energy: return "J";
        case Dimension::frequency: return "Hz";
    }
    return "";
}

/// Removes a number from the start of `text`.
std::optional<double> take_number(std::string_view& text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

/// Reads whole numbers with colons between them; nothing if the text is anything else.
std::optional<std::vector<double>> take_clock_parts(std::string_view text) {
    std::vector<double> parts;
    while (true) {
        if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
        auto const number = take_number(text);
        if (!number || *number != std::floor(*number)) return std::nullopt;
        parts.push_back(*number);
        if (text.empty()) return parts;
        if (text.front() != ':') return std::nullopt;
        text.remove_prefix(1);
    }
}

/// Slurm's forms with a colon or days: `m:s`, `h:m:s`, `d-h`, `d-h:m`, `d-h:m:s`; nothing if it is
/// none of these.
std::optional<double> parse_clock(std::string_view text) {
    double days = 0.0;
    auto const dash = text.find('-');
    bool const has_days = dash != std::string_view::npos && dash > 0;
    if (has_days) {
        auto const number = take_clock_parts(text.substr(0, dash));
        if (!number || number->size() != 1) return std::nullopt;
        days = number->front();
        text.remove_prefix(dash + 1);
    }
    auto parts = take_clock_parts(text);
    if (!parts || parts->size() > 3 || (parts->size() == 1 && !has_days)) return std::nullopt;
    if (has_days) parts->resize(3, 0.0);  // after the days, the first part is hours
    double seconds = 0.0;
    for (double const part : *parts) seconds = seconds * 60.0 + part;
    return days * 86400.0 + seconds;
}

/// Removes one number with its unit from the start.
tl::expected<double, std::string> take_term(std::string_view& rest, Dimension dimension) {
    std::string_view const term = rest;
    auto const number = take_number(rest);
    if (!number) return tl::unexpected(fmt::format("\"{}\" does not begin with a number", term));
    rest = trimmed(rest);
    std::string_view const name = rest.substr(0, rest.find(' '));
    if (name.empty()) return tl::unexpected(fmt::format("\"{}\" has no unit", term));
    auto const unit = unit_of(dimension, name);
    if (!unit) {
        bool const is_time = dimension == Dimension::time;
        return tl::unexpected(
            fmt::format("\"{}\" is not a unit of {}", name, is_time ? "time" : "this value"));
    }
    rest = trimmed(rest.substr(name.size()));
    return *number * *unit;
}

}  // namespace

tl::expected<double, std::string> parse_quantity(std::string_view text, Dimension dimension) {
    std::string_view rest = trimmed(text);
    if (rest.empty()) return tl::unexpected(std::string("the value is empty"));
    if (dimension == Dimension::time) {
        if (auto const clock = parse_clock(rest)) return *clock;
    }
    double total = 0.0;
    while (!rest.empty()) {
        auto term = take_term(rest, dimension);
        if (!term) return term;
        total += *term;
        // Only durations may have several parts ("3 d 4 h").
        if (!rest.empty() && dimension != Dimension::time)
            return tl::unexpected(fmt::format("\"{}\" follows the unit", rest));
    }
    if (!std::isfinite(total)) return tl::unexpected(std::string("the value is not finite"));
    return total;
}

std::string print_exact(double si, Dimension dimension) {
    return fmt::format("{} {}", si, base_unit(dimension));
}

std::string_view describe(Dimension dimension) {
    switch (dimension) {
        case Dimension::time: return "a time such as `90 min`, `12:00:00` or `2-12:00:00`";
        case Dimension::data: return "a size such as `64 GiB` or `1.5 TB`";
        case Dimension::bandwidth: return "a bandwidth such as `25 GB/s` or `200 Gb/s`";
        case Dimension::work: return "an amount of work such as `4 GFLOP`";
        case Dimension::flop_rate: return "a rate such as `312 TFLOP/s`";
        case Dimension::power: return "a power such as `400 W`";
        case Dimension::energy: return "an energy such as `3 kWh`";
        case Dimension::frequency: return "a frequency such as `2.6 GHz`";
    }
    return "";
}

}  // namespace clustersim
