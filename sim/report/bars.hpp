// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace clustersim {

/// A horizontal bar: the whole width is a share of 1. In eighths of a character, or in ASCII in whole ones.
std::string bar(double share, std::size_t width, bool utf8);

/// A character for each value, whose height is the share of `top`; a value above 0 is never shown as nothing.
std::string sparkline(std::span<double const> values, double top, bool utf8);

}  // namespace clustersim
