// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/market.hpp"

namespace clustersim::slurm {

std::int64_t memory_free_mb(Market const& market, std::int32_t node) {
    return market.ignore_use || !market.site.settings.select.memory
               ? market.site.record_of(node).schedulable_memory_mb()
               : market.use.free_memory_mb(node);
}

}  // namespace clustersim::slurm
