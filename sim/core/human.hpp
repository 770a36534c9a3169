// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

#include <string>

namespace clustersim {

/// Numbers for display: three significant digits and a readable unit. Not for data files.
std::string human(Duration value);   ///< "3 d 4 h", "12.4 s", "185 µs"
std::string human(Bytes value);      ///< "1.24 TB"
std::string human(Bandwidth value);  ///< "25 GB/s"
std::string human(FlopRate value);   ///< "312 TFLOP/s"
std::string human(Watts value);      ///< "6.5 kW"
std::string human(Joules value);     ///< "41.2 kWh"
/// A value with its range. All three are in the unit of the upper end, "4.2 h (0 – 8.6)", unless the value or a
/// lower end other than 0 is below 1 in it: then each has its own unit, "11 s (0 s – 1 h 15 min)".
std::string human_range(Duration value, Duration low, Duration high);
std::string human_number(double value);   ///< "1,540", "0.0123", "12.3"
std::string human_percent(double share);  ///< 0.873 -> "87.3 %"

}  // namespace clustersim
