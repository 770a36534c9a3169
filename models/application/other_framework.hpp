// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// Changes the parallel plan of a model, which is meant for its own software, to one that this software offers: without
/// tensor parallelism and stages where it has none, but with parameters split over the replicas.
void keep_to_offers(TrainingDefaults& training);

/// The tree of an application's file, trained by other software: `framework` names a file in `folder`
/// (workloads/frameworks) or any file by its path, relative to `from`. Pilot runs of the application, which were made with
/// its own software, are left out.
Result<ConfigNode> trained_by(ConfigNode application,
                              std::string const& framework,
                              std::filesystem::path const& folder,
                              std::filesystem::path const& from = {});

}  // namespace clustersim
