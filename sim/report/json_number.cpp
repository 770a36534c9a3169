// SPDX-License-Identifier: Apache-2.0
#include "sim/report/json_number.hpp"

#include "sim/report/number_text.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {

nlohmann::json json_number(double value) {
    return nlohmann::json::parse(number_text(value));
}

}  // namespace clustersim
