// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace clustersim {

/// A number of a data file: nine significant digits, precise enough for any use and the same with every compiler.
std::string number_text(double value);

}  // namespace clustersim
