// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace clustersim {

/// One machine as JSON (schema clustersim/system-facts/1): until when it ran and was checked, "partitions" with limits, billing rule and QOS, "access"
/// with the sizes of its modes, and "facts" with the source of every value of the file. Times are in seconds, memory
/// in bytes.
std::string system_json(LoadedSystem const& loaded);

/// Adds "checked", "closed" and "successor" as far as the file has them.
void put_upkeep(nlohmann::ordered_json& object, Upkeep const& upkeep);

}  // namespace clustersim
