// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/study/import_site.hpp"

#include <string>

namespace clustersim {

/// What an imported site has and which of its parameters change nothing here; `file` is where it was
/// written.
std::string imported_site_text(ImportedSite const& imported, std::string const& file);

/// How many jobs were imported, over what time, and what of them was not used. At least one job.
std::string imported_jobs_text(slurm::ImportedJobs const& imported, std::string const& file);

}  // namespace clustersim
