// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/overfull_nodes.hpp"

#include <fmt/format.h>

#include <vector>

namespace clustersim::slurm {

namespace {

bool may_share(QueuedJob const& job, Site const& site) {
    if (job.request.oversubscribe) return true;
    auto const partition = site.find_partition(job.request.partition);
    if (!partition) return false;
    auto const rule = site.partitions[static_cast<std::size_t>(*partition)].oversubscribe;
    return rule == OverSubscribe::yes || rule == OverSubscribe::force;
}

struct Filled {
    CoreMask cores;
    std::int64_t memory_mb = 0;
    bool twice = false;  ///< a core has two jobs
};

}  // namespace

std::string overfull_nodes(std::span<QueuedJob const> jobs,
                           Site const& site,
                           std::unordered_set<std::int64_t> const& suspended) {
    if (site.settings.gang) return {};
    std::vector<Filled> filled(site.nodes.size());
    for (QueuedJob const& job : jobs) {
        if (job.state != JobState::running || suspended.contains(job.request.number) ||
            may_share(job, site))
            continue;
        for (HeldNode const& held : job.nodes) {
            Filled& node = filled[static_cast<std::size_t>(held.node)];
            node.memory_mb += held.memory_mb.value_or(0);
            if (!held.cores) continue;
            auto const before = node.cores.count() + held.cores->count();
            node.cores |= *held.cores;
            node.twice = node.twice || node.cores.count() < before;
        }
    }
    std::int64_t overfull = 0;
    std::string first;
    for (std::size_t i = 0; i < filled.size(); ++i) {
        auto const& record = site.record_of(static_cast<std::int32_t>(i));
        bool const memory =
            site.settings.select.memory && filled[i].memory_mb > record.real_memory_mb;
        if (!filled[i].twice && !memory) continue;
        if (overfull++ == 0) first = site.nodes[i].name;
    }
    if (overfull == 0) return {};
    return fmt::format(
        "{} nodes hold more than they have, such as {}: the archive contradicts itself, "
        "or jobs share in a way that is not known",
        overfull,
        first);
}

}  // namespace clustersim::slurm
