// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/sacct_dump.hpp"

#include <filesystem>

namespace clustersim {

/// The jobs of an event file of the Buffalo Slurm simulator as a table of submissions.
Result<slurm::DumpTable> import_events(std::filesystem::path const& file);

}  // namespace clustersim
