// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/cluster_state.hpp"

#include <utility>

namespace clustersim::slurm {

ClusterState::ClusterState(std::shared_ptr<Site const> described)
    : config(std::move(described)),
      jobs(*config.site),
      nodes(*config.site),
      accounting(*config.site),
      selection(*config.site) {}

void ClusterState::replace_site(std::shared_ptr<Site const> changed) {
    config.replace_site(std::move(changed));
    jobs.gang.sort(*config.site);
    selection.victims.clear();
}

void ClusterState::check() const {
    jobs.check(config.site->nodes.size());
    nodes.check(*config.site, jobs);
    accounting.check(config, jobs);
}

}  // namespace clustersim::slurm
