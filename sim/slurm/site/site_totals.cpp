// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/site/site_totals.hpp"

namespace clustersim::slurm {

std::int64_t cpus_of(Site const& site) {
    std::int64_t cpus = 0;
    for (std::size_t i = 0; i < site.nodes.size(); ++i)
        cpus += site.record_of(static_cast<std::int32_t>(i)).cpus;
    return cpus;
}

std::int64_t gpus_of(Site const& site) {
    std::int64_t gpus = 0;
    for (std::size_t i = 0; i < site.nodes.size(); ++i)
        for (auto const& gres : site.record_of(static_cast<std::int32_t>(i)).gres)
            gpus += gres.name == "gpu" ? gres.count : 0;
    return gpus;
}

}  // namespace clustersim::slurm
