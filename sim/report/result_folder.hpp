// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/study/study.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

/// Writes run.json, summary.json, jobs.csv and timeline.csv into `folder`. Everything is first
/// written into a folder beside it, which then takes its name: the folder is whole or untouched.
/// A folder that holds any other file than these four is not touched.
Result<void> write_result_folder(std::filesystem::path const& folder,
                                 Study const& study,
                                 std::vector<std::string> const& resolved);

}  // namespace clustersim
