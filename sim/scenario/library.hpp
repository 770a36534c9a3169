// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/scenario/kept_inputs.hpp"

#include <filesystem>
#include <memory>

namespace clustersim {

/// The folders in which the names of a scenario are looked up.
struct Library {
    std::filesystem::path systems;
    std::filesystem::path applications;
    std::filesystem::path mixes;
    std::filesystem::path scenario_folder;  ///< relative paths in the scenario start here
    /// The inputs that a result holds (StudyInputs::files). If present, they are used instead of the folders.
    std::shared_ptr<ConfigNode const> stored = nullptr;
    /// What earlier questions read; null if nothing is kept.
    std::shared_ptr<KeptInputs> kept = nullptr;

    [[nodiscard]] std::shared_ptr<KeptMachines> kept_machines() const {
        return kept ? std::shared_ptr<KeptMachines>(kept, &kept->machines) : nullptr;
    }
    [[nodiscard]] KeptDocuments* kept_applications() const {
        return kept ? &kept->applications : nullptr;
    }
};

}  // namespace clustersim
