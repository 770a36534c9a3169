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
/// How the three numbers of a range get their units.
enum class RangeUnits { one_if_readable, each_its_own };
/// A value with its range. All three are in the unit of the upper end, "4.2 h (0 – 8.6)", unless the value or a
/// lower end other than 0 is below 1 in it: then each has its own unit, "11 s (0 s – 1 h 15 min)". Seconds are read down
/// to a tenth.
std::string human_range(Duration value,
                        Duration low,
                        Duration high,
                        RangeUnits units = RangeUnits::one_if_readable);
/// Whether one unit is readable.
bool reads_in_one_unit(Duration value, Duration low, Duration high);
std::string human_number(double value);   ///< "1,540", "0.0123", "12.3"
std::string human_percent(double share);  ///< 0.873 -> "87.3 %"

}  // namespace clustersim
