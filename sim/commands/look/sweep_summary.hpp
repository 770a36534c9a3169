// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/format.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// What the file of a sweep holds: its title, points and keys, not its answers. Errors: those of read_stored_sweep(), so a
/// file that was changed has no summary.
Result<std::string> sweep_summary(std::filesystem::path const& file, Format format);

}  // namespace clustersim
