// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// The page of a result folder: its report.json, unchanged since `run` wrote it. Errors: no result; one of another
/// version; a file that is missing or was changed.
Result<std::string> stored_page(std::filesystem::path const& folder);

}  // namespace clustersim
