// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/access_share.hpp"

#include <nlohmann/json_fwd.hpp>

#include <span>

namespace clustersim {

/// Each mode with what a need takes of it, and for whom and what it is; with the parts of the machine if `parts`.
nlohmann::json access_json(std::span<AccessShare const> shares, bool parts);

/// The mode that a production run of a researcher needs, and why that one; null if there are no modes.
nlohmann::json access_choice_json(std::span<AccessShare const> shares);

}  // namespace clustersim
