// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <cstdint>

namespace clustersim::slurm {

/// The CPUs of all nodes of a site, as Slurm counts them.
std::int64_t cpus_of(Site const& site);

/// The generic resources named gpu of all nodes of a site.
std::int64_t gpus_of(Site const& site);

}  // namespace clustersim::slurm
