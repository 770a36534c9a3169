// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_traffic.hpp"

#include <nlohmann/json_fwd.hpp>

namespace clustersim {

/// A job on its fabric as a JSON object: groups with their leaf switches, loads between groups, and the hottest links.
nlohmann::ordered_json traffic_json(JobTraffic const& traffic);

}  // namespace clustersim
