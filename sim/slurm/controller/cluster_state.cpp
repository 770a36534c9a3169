// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/cluster_state.hpp"

#include "sim/slurm/priority/usage_reset.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace clustersim::slurm {

ClusterState::ClusterState(std::shared_ptr<Site const> described)
    : site(std::move(described)),
      names(std::make_shared<SubmissionNames const>(*site)),
      limit_plan(std::make_shared<LimitPlan const>(*site)),
      multifactor(std::make_shared<Multifactor const>(*site)),
      next_job_id(static_cast<std::int32_t>(site->settings.first_job_id)),
      use(*site),
      nobody(std::make_shared<NodeUse const>(*site)),
      up(site->nodes.size(), true),
      drained(site->nodes.size()),
      completing(site->nodes.size()),
      planned(site->nodes.size()),
      features(*site),
      licenses_used(site->licenses.size(), 0),
      reservations(*site),
      counts(*limit_plan),
      usage(*site),
      fairshare(*site),
      scratch(*site) {
    for (std::size_t i = 0; i < site->nodes.size(); ++i) {
        auto const node = static_cast<std::int32_t>(i);
        notes.push_back({site->nodes[i].reason, std::nullopt});
        if (site->nodes[i].state == NodeAdminState::down) {
            up.erase(node);
        }
        if (site->nodes[i].state == NodeAdminState::drain) {
            drained.insert(node);
        }
    }
    refresh_available();
    for (auto const& one : site->partitions) {
        partition_nodes.emplace_back(site->nodes.size(), one.nodes);
        partition_states.push_back(one.state);
        partition_qos.push_back(one.qos.empty() ? -1 : site->find_qos(one.qos).value_or(-1));
        std::int64_t cpus = 0;
        for (auto const node : one.nodes) {
            cpus += site->record_of(node).cpus;
        }
        partition_cpus.push_back(cpus);
    }
    if (site->settings.priority.usage_reset != UsageReset::none) {
        next_reset = next_usage_reset(site->settings.priority.usage_reset, Instant{0}, Seconds{0})
                         .since_origin;
    }
    preemption = PreemptionMap(*site, partition_nodes);
    if (site->settings.gang) {
        gang.partitions.resize(site->partitions.size());
        sort_gang();
    }
    fairshare.update(usage);
}

void ClusterState::sort_gang() {
    gang.by_tier.resize(gang.partitions.size());
    std::iota(gang.by_tier.begin(), gang.by_tier.end(), 0);
    std::ranges::stable_sort(gang.by_tier, std::greater{}, [&](std::int32_t index) {
        return partition(index).priority_tier;
    });
}

void ClusterState::replace_site(std::shared_ptr<Site const> description) {
    former_sites.push_back(site);  // nodes in use refer to the description they were made with
    site = std::move(description);
    preemption = PreemptionMap(*site, partition_nodes);
    victims.clear();
    sort_gang();
    names = std::make_shared<SubmissionNames const>(*site);
    multifactor = std::make_shared<Multifactor const>(*site);
}

}  // namespace clustersim::slurm
