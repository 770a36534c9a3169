// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace clustersim {

/// A difference of two times in seconds: "+2 h 5 min", "−18 min", "0 s".
std::string signed_time(double value);

/// A difference of two numbers: "+1.2", "−0.03".
std::string signed_number(double value);

/// A difference with its interval: "−18 min (−30 min … −6 min)".
std::string difference_text(double change,
                            std::optional<double> const& half_width,
                            std::string (*text)(double));

}  // namespace clustersim
