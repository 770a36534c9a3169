// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace clustersim {

/// A number of a JSON document: nine significant digits, precise enough for any use and the same with every compiler.
nlohmann::json json_number(double value);

}  // namespace clustersim
