// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <filesystem>

namespace clustersim {

/// What is wrong with a folder in place of the archive of a queue, and what to give or do instead.
Diagnostic folder_for_archive(std::filesystem::path const& folder);

}  // namespace clustersim
