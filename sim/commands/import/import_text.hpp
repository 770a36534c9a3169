// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/import/import_site.hpp"
#include "sim/slurm/read/accounting/sacct_dump.hpp"

#include <string>

namespace clustersim {

/// The summary of an imported site, and its parameters that have no effect here. `file` is the site file written.
std::string imported_site_text(ImportedSite const& imported, std::string const& file);

/// The number of imported jobs, their time span, and the fields that were not used. Needs at least one job.
std::string imported_jobs_text(slurm::DumpTable const& imported, std::string const& file);

}  // namespace clustersim
