// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/slurm/site/site.hpp"

#include <span>

namespace clustersim::slurm::conformance {

/// The site with the QOS and associations of these outputs of sacctmgr.
Result<Site> with_accounting(Site site, std::span<NamedText const> files);

}  // namespace clustersim::slurm::conformance
