// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"

#include <filesystem>
#include <memory>

namespace clustersim {

class KeptMachines;

/// The folders in which the names of a scenario are looked up.
struct Library {
    std::filesystem::path systems;
    std::filesystem::path applications;
    std::filesystem::path mixes;
    std::filesystem::path scenario_folder;  ///< relative paths in the scenario start here
    /// The inputs that a result holds (StudyInputs::files). If present, they are used instead of the folders.
    std::shared_ptr<ConfigNode const> stored = nullptr;
    /// Machines that earlier questions read; null if nothing is kept.
    std::shared_ptr<KeptMachines> kept = nullptr;
};

}  // namespace clustersim
