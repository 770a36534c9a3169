// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/allocation.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// The generic resources named gpu that a job holds; on whole nodes all of them.
std::int32_t allocated_gpus(Allocation const& allocation, Site const& site);

}  // namespace clustersim::slurm
