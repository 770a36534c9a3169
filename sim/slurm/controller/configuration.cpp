// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/configuration.hpp"

#include <utility>

namespace clustersim::slurm {

Configuration::Configuration(std::shared_ptr<Site const> described)
    : site(std::move(described)),
      names(std::make_shared<SubmissionNames const>(*site)),
      multifactor(std::make_shared<Multifactor const>(*site)),
      features(*site) {
    for (auto const& one : site->partitions) {
        partition_nodes.emplace_back(site->nodes.size(), one.nodes);
        partition_states.push_back(one.state);
        partition_qos.push_back(one.qos.empty() ? -1 : site->find_qos(one.qos).value_or(-1));
        std::int64_t cpus = 0;
        for (auto const node : one.nodes) cpus += site->record_of(node).cpus;
        partition_cpus.push_back(cpus);
    }
    preemption = PreemptionMap(*site, partition_nodes);
}

void Configuration::replace_site(std::shared_ptr<Site const> changed) {
    former_sites.push_back(site);  // allocated nodes refer to their old description
    site = std::move(changed);
    preemption = PreemptionMap(*site, partition_nodes);
    names = std::make_shared<SubmissionNames const>(*site);
    multifactor = std::make_shared<Multifactor const>(*site);
}

}  // namespace clustersim::slurm
