// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/nodes_state.hpp"

#include "sim/core/ensure.hpp"

namespace clustersim::slurm {

namespace {

void check_use(NodesState const& nodes, JobsState const& jobs) {
    std::int32_t sharing = 0;
    std::int32_t without_cores = 0;
    NodeSet busy(nodes.up.universe());
    for (auto const slot : jobs.running) {
        auto const& job = jobs.at(slot);
        auto const held = job.suspension.held;
        sharing += job.chosen().kind.exclusive ? 0 : 1;
        without_cores += held == HeldPart::all ? 0 : 1;
        if (includes(held, HeldPart::presence)) busy |= node_set(job.allocation, busy.universe());
    }
    CS_ENSURE(sharing == nodes.sharing_jobs, "sharing_jobs counts running jobs");
    CS_ENSURE(without_cores == nodes.without_cores, "without_cores counts running jobs");
    CS_ENSURE(!nodes.use.idle().intersects(busy), "a node with a running job is not idle");
    busy |= nodes.use.idle();
    CS_ENSURE(without_cores > 0 || busy == NodeSet(busy.universe(), true),
              "a node without a running job is idle");
}

void check_completing(NodesState const& nodes, JobsState const& jobs) {
    NodeSet leaving(nodes.up.universe());
    jobs.table.for_each([&](JobSlot, Job const& job) {
        if (job.completing) leaving |= node_set(job.allocation, leaving.universe());
    });
    CS_ENSURE(leaving.contains_all(nodes.completing), "a completing node has a completing job");
}

}  // namespace

NodesState::NodesState(Site const& site)
    : use(site),
      nobody(std::make_shared<NodeUse const>(site)),
      up(site.nodes.size(), true),
      drained(site.nodes.size()),
      completing(site.nodes.size()),
      planned(site.nodes.size()),
      licenses_used(site.licenses.size(), 0),
      reservations(site) {
    for (std::size_t i = 0; i < site.nodes.size(); ++i) {
        auto const node = static_cast<std::int32_t>(i);
        notes.push_back({site.nodes[i].reason, std::nullopt});
        if (site.nodes[i].state == NodeAdminState::down) up.erase(node);
        if (site.nodes[i].state == NodeAdminState::drain) drained.insert(node);
    }
    refresh_available();
}

void NodesState::occupy(Job const& job) {
    use.add(job.allocation, job.chosen().kind);
    sharing_jobs += job.chosen().kind.exclusive ? 0 : 1;
}

void NodesState::vacate(Job const& job) {
    use.remove(job.allocation, job.chosen().kind, job.suspension.held);
    without_cores -= job.suspension.held == HeldPart::all ? 0 : 1;
    sharing_jobs -= job.chosen().kind.exclusive ? 0 : 1;
}

void NodesState::check(Site const& site, JobsState const& jobs) const {
    auto expected = up;
    expected -= drained;
    CS_ENSURE(available == expected, "available is up and not drained");
    check_use(*this, jobs);
    check_completing(*this, jobs);
    std::vector<std::int64_t> held(site.licenses.size(), 0);
    for (auto const slot : jobs.table.in_order()) {
        auto const& job = jobs.at(slot);
        if (!job.runs() && !job.completing) continue;
        for (auto const& [license, count] : job.spec->licenses)
            held[static_cast<std::size_t>(license)] += count;
    }
    CS_ENSURE(held == licenses_used, "the licences in use are those of jobs that run or complete");
}

void hold_licenses(NodesState& nodes, Job const& job, std::int64_t sign) {
    for (auto const& [license, count] : job.spec->licenses)
        nodes.licenses_used[static_cast<std::size_t>(license)] += sign * count;
}

}  // namespace clustersim::slurm
