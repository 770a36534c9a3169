// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/fit/pilot.hpp"
#include "sim/scenario/library.hpp"
#include "sim/study/answered.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// What step time do pilot runs predict on more nodes?
struct PilotQuestion {
    std::string application;                   ///< name or file
    std::string system;                        ///< name or file
    std::string partition;                     ///< empty: the machine's, with accelerators
    std::vector<std::filesystem::path> files;  ///< of measurements
    Scaling scaling = Scaling::weak;
    std::vector<int> nodes;        ///< to extrapolate to; may be empty
    std::vector<std::string> fit;  ///< names of parameters; empty: as many as the pilot determines
};

struct PilotAnswer {
    PilotSetup setup;
    PilotFit fit;
};

/// Fits the step time to all measurements together, without what earlier pilot runs of the application said. If a name, a file or a row is wrong, there is no answer, and all
/// problems are reported at once.
Answered<PilotAnswer> fit_pilot(PilotQuestion const& question, Library const& library);

}  // namespace clustersim
