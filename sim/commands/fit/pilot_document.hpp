// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/fit/fit_pilot.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// The YAML of an application that extends the one of the pilot runs and predicts as they were fitted, for a file at
/// `path`, whose name without its ending is that of the application.
std::string pilot_document(PilotQuestion const& question,
                           PilotAnswer const& answer,
                           std::filesystem::path const& path);

}  // namespace clustersim
