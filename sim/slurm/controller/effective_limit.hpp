// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_record.hpp"
#include "sim/slurm/controller/minutes.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// The time limit that scheduling uses in the partition with that index: one year for "unlimited" (spec 2.6.3).
Minutes effective_limit(Site const& site, Job const& job, std::int32_t index);

}  // namespace clustersim::slurm
