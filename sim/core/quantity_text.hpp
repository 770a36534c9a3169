// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <tl/expected.hpp>

#include <string>
#include <string_view>
#include <type_traits>

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

/// Of a type of quantity.
template <class Q>
constexpr Dimension dimension_of() {
    if constexpr (std::is_same_v<Q, Duration>) return Dimension::time;
    if constexpr (std::is_same_v<Q, Bytes>) return Dimension::data;
    if constexpr (std::is_same_v<Q, Bandwidth>) return Dimension::bandwidth;
    if constexpr (std::is_same_v<Q, Flop>) return Dimension::work;
    if constexpr (std::is_same_v<Q, FlopRate>) return Dimension::flop_rate;
    if constexpr (std::is_same_v<Q, Watts>) return Dimension::power;
    if constexpr (std::is_same_v<Q, Joules>) return Dimension::energy;
    if constexpr (std::is_same_v<Q, Frequency>) return Dimension::frequency;
}

}  // namespace clustersim
