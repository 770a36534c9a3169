// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/partition_config.hpp"
#include "sim/slurm/site/tres.hpp"

#include <cstdint>
#include <span>

namespace clustersim::slurm {

/// The billing of an allocation per second by the weights of its partition, spec 5.11: the sum of
/// weight times amount; without weights the number of CPUs; with PriorityFlags=MAX_TRES the largest
/// of CPUs, memory, nodes and each GRES, plus the sum of the others. Usage is charged with this
/// number; the TRES "billing" is its integer part. Memory in MB.
double billing(TresWeights const& weights,
               std::span<std::int64_t const> amounts,
               TresTable const& names,
               bool max_tres);

}  // namespace clustersim::slurm
