// SPDX-License-Identifier: Apache-2.0
#include "sim/report/json_number.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace clustersim {

nlohmann::json json_number(double value) {
    return nlohmann::json::parse(fmt::format("{:.9g}", value));
}

}  // namespace clustersim
