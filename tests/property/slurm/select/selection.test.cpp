// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/resolve_resources.hpp"
#include "sim/slurm/select/select_nodes.hpp"
#include "tests/support/catch.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm {

namespace {

std::int32_t in_range(std::int32_t first, std::int32_t last) {
    return *rc::gen::inRange(first, last + 1);
}

bool coin() {
    return in_range(0, 1) == 1;
}

/// Nodes of 2 x 4 cores, some with four GPUs, with or without switches, of one or two weights.
Site any_site() {
    Site site;
    for (auto const weight : {1, in_range(1, 2)}) {
        NodeRecord record;
        record.cpus = 8;
        record.sockets = 2;
        record.cores_per_socket = 4;
        record.real_memory_mb = 8000;
        record.weight = weight;
        site.records.push_back(record);
    }
    if (coin()) {
        NodeGres gres;
        gres.count = 4;
        if (coin()) gres.sockets = {0, 0, 1, 1};
        site.records[1].gres.push_back(gres);
    }
    Partition partition;
    partition.name = "main";
    partition.lln = in_range(0, 9) == 0;
    auto const nodes = in_range(1, 90);
    auto const border = in_range(0, nodes);
    for (std::int32_t i = 0; i < nodes; ++i) {
        Node node;
        node.name = "n" + std::to_string(i + 1);
        node.record = i < border ? 0 : 1;
        site.nodes.push_back(node);
        partition.nodes.push_back(i);
    }
    site.partitions.push_back(partition);
    if (in_range(0, 2) == 0) {
        site.settings.select.topology = TopologyPlugin::tree;
        site.settings.select.topology_dragonfly = coin();
        Switch root;
        for (std::int32_t first = 0; first < nodes; first += 6) {
            Switch leaf;
            for (std::int32_t i = first; i < std::min(first + 6, nodes); ++i)
                leaf.nodes.push_back(i);
            root.switches.push_back(static_cast<std::int32_t>(site.switches.size()));
            site.switches.push_back(leaf);
        }
        site.switches.push_back(root);
    }
    return site;
}

JobRequest any_job(Site const& site) {
    JobRequest job;
    auto const nodes = static_cast<std::int32_t>(site.nodes.size());
    switch (in_range(0, 3)) {
        case 0:
            job.min_nodes = job.max_nodes = in_range(1, std::min(nodes, 12));
            job.exclusive = Exclusive::whole_nodes;
            break;
        case 1:
            job.min_nodes = job.max_nodes = in_range(1, std::min(nodes, 12));
            job.ntasks_per_node = 1;
            job.cpus_per_task = coin() ? 8 : in_range(1, 8);
            break;
        case 2:
            job.ntasks = in_range(1, 20);
            job.cpus_per_task = in_range(1, 3);
            break;
        default:
            job.min_nodes = in_range(1, 4);
            job.max_nodes = *job.min_nodes + in_range(0, 4);
            job.ntasks = *job.min_nodes * in_range(1, 6);
            break;
    }
    if (in_range(0, 3) == 0) {
        job.gres.push_back(
            {"gpu", "", in_range(1, 4), coin() ? GresScope::per_node : GresScope::per_job});
    }
    if (coin())
        job.mem_per_node_mb = 1000 * in_range(0, 8);
    else
        job.mem_per_cpu_mb = 250 * in_range(1, 4);
    job.contiguous = in_range(0, 9) == 0;
    job.spread = in_range(0, 9) == 0;
    return job;
}

ResourceRequest any_request(Site const& site) {
    if (auto const request = resolve_resources(site, any_job(site), 0)) return *request;
    JobRequest plain;
    plain.ntasks = in_range(1, 8);
    return resolve_resources(site, plain, 0).value();
}

NodeSet any_candidates(Site const& site) {
    NodeSet candidates(site.nodes.size(), true);
    if (coin()) {
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(site.nodes.size()); ++i)
            if (in_range(0, 3) == 0) candidates.erase(i);
    }
    return candidates;
}

struct Running {
    Allocation allocation;
    UseKind kind;
};

struct World {
    explicit World(Site given) : site(std::move(given)), scratch(site), use(site) {}
    Site site;
    SelectScratch scratch;
    NodeUse use;
    std::vector<Running> running;
};

/// A cluster with random jobs on selected nodes, after others have ended.
World any_world() {
    World world(any_site());
    auto const jobs = in_range(0, 25);
    for (std::int32_t i = 0; i < jobs; ++i) {
        auto const request = any_request(world.site);
        auto const found = select_nodes(world.site,
                                        world.scratch,
                                        {world.use, any_candidates(world.site)},
                                        request,
                                        SelectMode::run_now);
        if (found) {
            world.running.push_back({*found, use_kind(request)});
            world.use.add(*found, world.running.back().kind);
        }
        if (!world.running.empty() && in_range(0, 3) == 0) {
            auto const one = world.running.begin() +
                             in_range(0, static_cast<std::int32_t>(world.running.size()) - 1);
            world.use.remove(one->allocation, one->kind);
            world.running.erase(one);
        }
    }
    return world;
}

bool same(std::optional<Allocation> const& a, std::optional<Allocation> const& b) {
    if (!a || !b) return a.has_value() == b.has_value();
    return a->cpus == b->cpus && a->whole_nodes == b->whole_nodes && a->cores == b->cores &&
           std::equal(a->nodes.begin(),
                      a->nodes.end(),
                      b->nodes.begin(),
                      b->nodes.end(),
                      [](NodeShare const& x, NodeShare const& y) {
                          return x.node == y.node && x.cpus == y.cpus &&
                                 x.memory_mb == y.memory_mb && x.devices == y.devices;
                      });
}

void check_free(World const& world, Allocation const& found, NodeSet const& candidates) {
    std::int32_t last = -1;
    for (std::size_t i = 0; i < found.nodes.size(); ++i) {
        auto const& share = found.nodes[i];
        RC_ASSERT(share.node > last);
        last = share.node;
        RC_ASSERT(candidates.contains(share.node));
        RC_ASSERT(world.use.share().contains(share.node));
        RC_ASSERT(share.memory_mb <= world.use.free_memory_mb(share.node));
        RC_ASSERT((share.devices & world.use.used_devices(share.node)) == 0U);
        if (found.whole_nodes) {
            RC_ASSERT(world.use.idle().contains(share.node));
            continue;
        }
        auto busy = found.cores[i];
        busy -= world.use.free_core_mask(share.node);
        RC_ASSERT(busy.empty());
        RC_ASSERT(found.cores[i].count() == share.cpus);
    }
}

}  // namespace

TEST_CASE("it allocates only free resources, and enough", "[slurm_select][property]") {
    CHECK(rc::check([] {
        auto world = any_world();
        auto const request = any_request(world.site);
        auto const candidates = any_candidates(world.site);
        auto const found = select_nodes(
            world.site, world.scratch, {world.use, candidates}, request, SelectMode::run_now);
        if (!found) return;
        check_free(world, *found, candidates);
        auto const nodes = static_cast<std::int32_t>(found->nodes.size());
        RC_ASSERT(nodes >= request.min_nodes);
        RC_ASSERT(nodes <= request.max_nodes);
        // The rest of a node may count as a task.
        RC_ASSERT(found->cpus > request.min_cpus - nodes * request.cpus_per_task);
        std::int64_t devices = 0;
        for (auto const& share : found->nodes) {
            devices += std::popcount(share.devices);
            for (auto const& need : request.gres)
                RC_ASSERT(std::popcount(share.devices) >= need.per_node);
        }
        for (auto const& need : request.gres) RC_ASSERT(devices >= need.per_job);
    }));
}

TEST_CASE("the fast and the general algorithm agree on whole-node jobs",
          "[slurm_select][property]") {
    CHECK(rc::check([] {
        auto world = any_world();
        auto const request = any_request(world.site);
        auto const candidates = any_candidates(world.site);
        auto const mode = coin() ? SelectMode::run_now : SelectMode::ever;
        auto const fast =
            select_nodes(world.site, world.scratch, {world.use, candidates}, request, mode);
        world.scratch.always_general = true;
        auto const slow =
            select_nodes(world.site, world.scratch, {world.use, candidates}, request, mode);
        RC_ASSERT(same(fast, slow));
    }));
}

TEST_CASE("it estimates the nodes, CPUs and shares that it would select",
          "[slurm_select][property]") {
    CHECK(rc::check([] {
        auto world = any_world();
        auto const request = any_request(world.site);
        auto const candidates = any_candidates(world.site);
        auto const selected = select_nodes(
            world.site, world.scratch, {world.use, candidates}, request, SelectMode::will_run);
        auto estimate = estimate_nodes(world.site, world.scratch, {world.use, candidates}, request);
        RC_ASSERT(selected.has_value() == estimate.has_value());
        if (!estimate) return;
        RC_ASSERT(estimate->cpus == selected->cpus);
        settle(world.scratch, *estimate);
        RC_ASSERT(estimate->nodes == node_set(*selected, world.site.nodes.size()));
        RC_ASSERT(
            same(selected, share_out(world.site, world.scratch, world.use, request, *estimate)));
    }));
}

TEST_CASE("it gives the same answer twice, and a job that starts now could ever run",
          "[slurm_select][property]") {
    CHECK(rc::check([] {
        auto world = any_world();
        auto const request = any_request(world.site);
        auto const candidates = any_candidates(world.site);
        auto const select = [&](SelectMode mode) {
            return select_nodes(world.site, world.scratch, {world.use, candidates}, request, mode);
        };
        auto const first = select(SelectMode::run_now);
        auto const ever = select(SelectMode::ever);
        RC_ASSERT(same(first, select(SelectMode::run_now)));
        // With a range of nodes, cores may be reserved for nodes that are not selected in the end.
        if (request.requested_nodes == request.min_nodes) RC_ASSERT(!first || ever);
    }));
}

TEST_CASE("it leaves nothing in use when all jobs have ended", "[slurm_select][property]") {
    CHECK(rc::check([] {
        auto world = any_world();
        for (auto const& job : world.running) world.use.remove(job.allocation, job.kind);
        for (std::int32_t i = 0; i < static_cast<std::int32_t>(world.site.nodes.size()); ++i) {
            RC_ASSERT(world.use.free_cores(i) == 8);
            RC_ASSERT(world.use.free_memory_mb(i) == 8000);
            RC_ASSERT(world.use.used_devices(i) == 0U);
        }
        RC_ASSERT(world.use.idle() == NodeSet(world.site.nodes.size(), true));
        RC_ASSERT(world.use.with_free_core() == NodeSet(world.site.nodes.size(), true));
    }));
}

}  // namespace clustersim::slurm
