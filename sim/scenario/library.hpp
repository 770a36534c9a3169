// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace clustersim {

/// The folders in which the names of a question are looked up.
struct Library {
    std::filesystem::path systems;
    std::filesystem::path applications;
    std::filesystem::path mixes;
    std::filesystem::path scenario_folder;  ///< relative paths in the scenario start here
};

}  // namespace clustersim
