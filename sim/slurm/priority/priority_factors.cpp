// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/priority/priority_factors.hpp"

namespace clustersim::slurm {

std::uint32_t combine(WeightedFactors const& weighted) {
    double tres = 0.0;
    for (auto const term : weighted.tres) tres += term;
    auto const sum = weighted.age + weighted.assoc + weighted.fairshare + weighted.job_size +
                     weighted.partition + weighted.qos + tres + static_cast<double>(weighted.site) -
                     static_cast<double>(weighted.nice);
    if (!(sum >= 1.0)) return 1;
    constexpr double most = 4294967295.0;
    return sum >= most ? UINT32_MAX : static_cast<std::uint32_t>(sum);
}

}  // namespace clustersim::slurm
