// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace clustersim {

/// The number that number_text() writes.
nlohmann::json json_number(double value);

}  // namespace clustersim
