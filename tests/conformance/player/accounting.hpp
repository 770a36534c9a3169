// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/site/site.hpp"

#include <string>

namespace clustersim::slurm::conformance {

/// The site with the QOS and associations that a script of sacctmgr commands creates in an empty
/// accounting database.
Result<Site> with_accounting(Site site, std::string const& script);

}  // namespace clustersim::slurm::conformance
