// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/gang_state.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace clustersim::slurm {

void GangState::sort(Site const& site) {
    by_tier.resize(partitions.size());
    std::iota(by_tier.begin(), by_tier.end(), 0);
    std::ranges::stable_sort(by_tier, std::greater{}, [&](std::int32_t index) {
        return site.partitions[static_cast<std::size_t>(index)].priority_tier;
    });
}

}  // namespace clustersim::slurm
