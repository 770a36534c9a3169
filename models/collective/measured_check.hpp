// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/measured_collective.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// Why a row cannot be right.
struct Impossibility {
    std::string message;
    std::string expected;
};

/// A row alone: a time or a bandwidth that no link has, so that the column's unit is another one; time, bandwidth and bus
/// bandwidth that contradict each other by more than their printed digits.
std::optional<Impossibility> impossibility_of(MeasuredCollective const& row);

/// A row that contradicts another one of the same set-up.
struct Contradiction {
    std::size_t row = 0;  ///< of the given rows
    std::string reason;
};

/// Rows of the same words, devices and size whose times differ by more than a factor of two (both are named), and rows
/// that take more than twice the time of a larger message.
std::vector<Contradiction> contradictions_of(std::span<MeasuredCollective const> rows);

}  // namespace clustersim
