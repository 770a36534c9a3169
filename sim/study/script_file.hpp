// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// The bytes of a job script ("-": standard input) as they are: sbatch refuses DOS line breaks and a byte order mark, which
/// read_text() removes.
Result<std::string> read_script_file(std::filesystem::path const& path);

}  // namespace clustersim
