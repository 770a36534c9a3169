// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"
#include "sim/config/document.hpp"
#include "sim/core/result.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// The file of the newest release of an application's software, by the `releases:` of its `framework:`, that runs on the
/// device and trains such a model. Empty if the application's own is the newest, and for an application with pilot runs,
/// which were made with its own.
std::string current_release(ConfigNode const& application, Accelerator const& device);

/// The tree of an application's file under that release, a file in `folder` (workloads/frameworks). What the
/// application's file itself says of the software stays.
Result<ConfigNode> under_release(ConfigNode application,
                                 std::string const& release,
                                 std::filesystem::path const& folder);

}  // namespace clustersim
