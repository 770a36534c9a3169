// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>

namespace clustersim {

/// The dimension of a text with a unit. Bits are accepted for rates only.
enum class Dimension { time, data, bandwidth, work, flop_rate, power, energy, frequency };

/// Reads `25 GB/s`, `200 Gb/s`, `64 GiB`, `312 TFLOP/s`, `3 d 4 h`, `12:00:00`, `2-12:00:00`, … and
/// returns the amount in SI base units; the error says what is wrong, in one line.
tl::expected<double, std::string> parse_quantity(std::string_view text, Dimension dimension);

/// Writes an amount so that parse_quantity returns the same double: `25000000000 B/s`.
std::string print_exact(double si, Dimension dimension);

/// "a bandwidth such as `25 GB/s` or `200 Gb/s`", for messages.
std::string_view describe(Dimension dimension);

template <class Q>
struct dimension_of;
template <>
struct dimension_of<Duration> {
    static constexpr auto value = Dimension::time;
};
template <>
struct dimension_of<Bytes> {
    static constexpr auto value = Dimension::data;
};
template <>
struct dimension_of<Bandwidth> {
    static constexpr auto value = Dimension::bandwidth;
};
template <>
struct dimension_of<Flop> {
    static constexpr auto value = Dimension::work;
};
template <>
struct dimension_of<FlopRate> {
    static constexpr auto value = Dimension::flop_rate;
};
template <>
struct dimension_of<Watts> {
    static constexpr auto value = Dimension::power;
};
template <>
struct dimension_of<Joules> {
    static constexpr auto value = Dimension::energy;
};
template <>
struct dimension_of<Frequency> {
    static constexpr auto value = Dimension::frequency;
};

}  // namespace clustersim
