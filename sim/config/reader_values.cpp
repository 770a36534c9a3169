// SPDX-License-Identifier: Apache-2.0
#include "sim/config/reader.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/human.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace clustersim {
namespace {

std::optional<double> as_number(std::string const& text) {
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// How to write a number that was given with a short unit: "write 2e11" for "200B". Empty for anything else.
std::string without_unit(std::string const& text) {
    constexpr std::array<std::pair<char, double>, 6> units{
        {{'k', 1e3}, {'K', 1e3}, {'M', 1e6}, {'B', 1e9}, {'G', 1e9}, {'T', 1e12}}};
    if (text.size() < 2) return {};
    auto const* const unit = std::ranges::find(units, text.back(), &std::pair<char, double>::first);
    if (unit == units.end()) return {};
    auto const value = as_number(std::string(trimmed(text.substr(0, text.size() - 1))));
    if (!value) return {};
    std::string shown = fmt::format("{:g}", *value * unit->second);
    // As one writes it by hand: 2e11, not 2e+11 or 1e+06.
    if (auto const at = shown.find("e+"); at != std::string::npos)
        shown.erase(at + 1, shown[at + 2] == '0' ? 2 : 1);
    return fmt::format("write {}", shown);
}

std::string range_text(Range range, auto const& show) {
    bool const bounded_low = std::isfinite(range.low);
    bool const bounded_high = range.high < 1e300;
    std::string const low =
        bounded_low
            ? fmt::format("{} {}", range.open_low ? "more than" : "at least", show(range.low))
            : "";
    std::string const high = bounded_high ? fmt::format("at most {}", show(range.high)) : "";
    if (bounded_low && bounded_high) return low + " and " + high;
    return low + high;
}

/// No quantity is that small. The inverse of a denormal number is not finite, and a few products of
/// numbers like it leave the range in which the models calculate.
constexpr double smallest = 1e-100;

bool too_small(double value) {
    return value != 0.0 && std::fabs(value) < smallest;
}

bool outside(double value, Range range) {
    return value > range.high || value < range.low || (range.open_low && value == range.low) ||
           too_small(value);
}

std::string expected_text(double value, Range range, auto const& show) {
    if (!too_small(value)) return range_text(range, show);
    bool const zero = !outside(0.0, range);
    return fmt::format("at least {} in SI units{}", smallest, zero ? ", or 0" : "");
}

/// The whole number in the range that is nearest to the value. After an error, reading continues
/// and later code divides by such values or converts them to smaller types, so zero or a too large
/// number must not be returned.
double nearest_whole(double value, Range range) {
    double const low = range.open_low ? std::floor(range.low) + 1.0 : std::ceil(range.low);
    return std::max(low, std::min(value, std::floor(range.high)));
}

}  // namespace

std::optional<std::string> Reader::optional_text(std::string_view key) {
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return std::nullopt;
    if (value->scalar.empty()) {
        report(*value, Code::wrong_type, fmt::format("\"{}\" is an empty text", key), "a text");
        return std::nullopt;
    }
    return value->scalar;
}

std::string Reader::text(std::string_view key) {
    require(key);
    return optional_text(key).value_or(std::string{});
}

bool Reader::flag(std::string_view key, bool fallback) {
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return fallback;
    if (value->scalar == "true" || value->scalar == "false") return value->scalar == "true";
    report(*value,
           Code::wrong_type,
           fmt::format("\"{}\" is \"{}\"", key, value->scalar),
           "true or false");
    return fallback;
}

void Reader::check_range(ConfigNode const& node,
                         std::string_view key,
                         double value,
                         Range range,
                         std::string const& shown) {
    if (!outside(value, range)) return;
    report(node,
           Code::out_of_range,
           fmt::format("\"{}\" is {}", key, shown),
           expected_text(value, range, [](double v) { return fmt::format("{}", v); }));
}

std::optional<double> Reader::number_of(ConfigNode const& node, std::string_view key, Range range) {
    auto const value = as_number(node.scalar);
    if (!value || node.quoted) {
        report(node,
               Code::wrong_type,
               fmt::format(
                   "\"{}\" is {}\"{}\"", key, node.quoted ? "the quoted text " : "", node.scalar),
               "a number without a unit",
               without_unit(node.scalar));
        return std::nullopt;
    }
    check_range(node, key, *value, range, node.scalar);
    return value;
}

std::optional<double> Reader::optional_number(std::string_view key, Range range) {
    ConfigNode const* value = scalar_at(key);
    return value ? number_of(*value, key, range) : std::nullopt;
}

double Reader::number(std::string_view key, Range range) {
    require(key);
    return optional_number(key, range).value_or(std::clamp(1.0, range.low, range.high));
}

std::optional<std::int64_t>
Reader::whole_of(ConfigNode const& node, std::string_view key, Range range) {
    auto const parsed = number_of(node, key, range);
    if (!parsed) return std::nullopt;
    double const used = nearest_whole(*parsed, range);
    if (*parsed != std::floor(*parsed) || std::fabs(used) > 9e15) {
        report(node,
               Code::wrong_type,
               fmt::format("\"{}\" is {}", key, node.scalar),
               "a whole number");
        return std::nullopt;
    }
    return static_cast<std::int64_t>(used);
}

std::optional<std::int64_t> Reader::optional_integer(std::string_view key, Range range) {
    ConfigNode const* value = scalar_at(key);
    return value ? whole_of(*value, key, range) : std::nullopt;
}

std::int64_t Reader::integer(std::string_view key, Range range) {
    require(key);
    return optional_integer(key, range).value_or(1);
}

std::optional<double>
Reader::quantity_si(std::string_view key, Dimension dimension, Range range, bool required) {
    if (required) require(key);
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return std::nullopt;
    auto const si = parse_quantity(value->scalar, dimension);
    if (!si) {
        report(*value,
               Code::wrong_unit,
               fmt::format("\"{}\": {}", key, si.error()),
               std::string(describe(dimension)));
        return std::nullopt;
    }
    if (outside(*si, range)) {
        report(*value,
               Code::out_of_range,
               fmt::format("\"{}\" is {}", key, value->scalar),
               expected_text(
                   *si,
                   range,
                   [&](double v) {
                       return dimension == Dimension::time ? human(seconds(v))
                                                           : print_exact(v, dimension);
                   }));
    }
    return *si;
}

std::optional<std::size_t> Reader::choice(std::string_view key,
                                          std::span<std::string const> known) {
    ConfigNode const* value = scalar_at(key);
    if (value == nullptr) return std::nullopt;
    for (std::size_t i = 0; i < known.size(); ++i)
        if (known[i] == value->scalar) return i;
    report(*value,
           Code::unknown_name,
           fmt::format("\"{}\" is not a known {}", value->scalar, key),
           {},
           did_you_mean(value->scalar, known));
    return std::nullopt;
}

}  // namespace clustersim
