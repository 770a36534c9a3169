// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <utility>

namespace clustersim {

/// What a pilot's measurements may scale of a predicted step.
enum class PilotParameter {
    compute,  ///< factor on everything that a device does for itself
    network,  ///< factor on exposed communication
    overhead  ///< seconds of every step besides
};
std::span<std::pair<std::string_view, PilotParameter> const> pilot_parameter_names();
std::string_view name_of(PilotParameter parameter);

}  // namespace clustersim
