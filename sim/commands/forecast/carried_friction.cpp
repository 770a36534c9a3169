// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/forecast/carried_friction.hpp"

#include "sim/core/random_stream.hpp"
#include "sim/history/friction/friction_ahead.hpp"
#include "sim/history/friction/simulated_waits.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace clustersim {
namespace {

bool share_nodes(std::set<std::int32_t> const& nodes, slurm::Partition const& partition) {
    return std::ranges::any_of(
        partition.nodes, [&](auto node) { return nodes.contains(node); });
}

slurm::AdminCommand set_state(std::vector<std::int32_t> nodes, slurm::NodeStateChange state) {
    return slurm::NodeUpdate{
        .nodes = std::move(nodes), .state = state, .reason = "lost capacity", .weight = {}};
}

slurm::AdminCommand set_state(std::int32_t partition, slurm::PartitionState state) {
    slurm::PartitionUpdate update;
    update.partition = partition;
    update.state = state;
    return update;
}

/// As many of the nodes, one after the other from a random one on; ascending.
std::vector<std::int32_t>
some_of(std::vector<std::int32_t> const& nodes, std::int64_t count, RandomStream& random) {
    std::vector<std::int32_t> out;
    auto const first = random.uniform_int(nodes.size());
    for (std::size_t i = 0; i < std::min(nodes.size(), static_cast<std::size_t>(count)); ++i)
        out.push_back(nodes[(first + i) % nodes.size()]);
    std::ranges::sort(out);
    return out;
}

}  // namespace

CarriedFriction::CarriedFriction(slurm::QueueSnapshot const& snapshot, Past const& past)
    : snapshot_(snapshot) {
    slurm::Site const& site = snapshot.site;
    std::vector<std::pair<std::set<std::int32_t>, Pool>> pools;
    for (std::int32_t p = 0; p < static_cast<std::int32_t>(site.partitions.size()); ++p) {
        auto const& partition = site.partitions[static_cast<std::size_t>(p)];
        std::pair<std::set<std::int32_t>, Pool> joined;
        std::erase_if(pools, [&](auto const& one) {
            if (!share_nodes(one.first, partition)) return false;
            joined.first.insert(one.first.begin(), one.first.end());
            std::ranges::copy(one.second.partitions, std::back_inserter(joined.second.partitions));
            return true;
        });
        joined.first.insert(partition.nodes.begin(), partition.nodes.end());
        joined.second.partitions.push_back(p);
        pools.push_back(std::move(joined));
    }
    for (auto& [nodes, pool] : pools) {
        for (std::int32_t const node : nodes)
            if (site.nodes[static_cast<std::size_t>(node)].state == slurm::NodeAdminState::up)
                pool.nodes.push_back(node);
            else
                ++pool.lost_now;
        infer(pool, past);
        pools_.push_back(std::move(pool));
    }
    if (sources_.empty()) sources_.emplace_back("friction: the history shows none");
}

void CarriedFriction::infer(Pool& pool, Past const& past) {
    std::set<std::string, std::less<>> names;
    for (std::int32_t const p : pool.partitions)
        names.insert(snapshot_.site.partitions[static_cast<std::size_t>(p)].name);
    Past own;
    own.users = past.users;
    for (PastJob const& job : past.jobs) {
        // Of several partitions the first counts.
        std::string_view const listed = past.queue_of(job);
        auto const queue = listed.substr(0, listed.find(','));
        if (names.contains(queue)) own.jobs.emplace_back(job).queue = own.queues.number(queue);
    }
    Instant const now{snapshot_.unix_now()};
    pool.friction = infer_friction(own,
                                   now - friction_memory,
                                   now,
                                   static_cast<std::int64_t>(pool.nodes.size()) + pool.lost_now);
    // What goes on now is as the snapshot shows it.
    for (LostCapacity& one : pool.friction.lost) one.goes_on = false;
    for (ClosedQueue& one : pool.friction.closed) one.goes_on = false;
    for (std::string& one : describe(pool.friction)) sources_.push_back("friction: " + one);
    if (!pool.friction.offsets.empty())
        sources_.emplace_back("friction: the order is not carried, as the priorities have it");
    bool const limits = !pool.friction.user_limits.empty() || !pool.friction.queue_limits.empty();
    if (limits && !snapshot_.site.settings.enforce.limits)
        sources_.emplace_back("friction: limits are not carried, as the site enforces none");
}

std::shared_ptr<slurm::Site const>
CarriedFriction::limited(std::shared_ptr<slurm::Site const> const& site) const {
    if (!site->settings.enforce.limits) return site;
    auto out = std::make_shared<slurm::Site>(*site);
    for (Pool const& pool : pools_)
        for (UserLimit const& one : pool.friction.user_limits)
            for (slurm::Association& association : out->associations)
                if (one.jobs && association.user == pool.friction.users[one.user] &&
                    association.is_user() && !association.max_jobs)
                    association.max_jobs = one.jobs;
    return out;
}

void CarriedFriction::add_losses(Pool const& pool,
                                 std::uint64_t seed,
                                 std::uint64_t number,
                                 Seconds horizon,
                                 std::vector<FrictionEvent>& out) const {
    RandomStream random(seed, "forecast friction", number);
    auto const ahead = sample_friction(pool.friction, horizon.count, random);
    auto const now = snapshot_.queue.now;
    for (LossAhead const& one : ahead.losses) {
        auto const count = one.nodes - pool.lost_now;
        if (count <= 0 || pool.nodes.empty()) continue;
        auto const nodes = some_of(pool.nodes, count, random);
        out.push_back({now + Seconds{one.from}, set_state(nodes, slurm::NodeStateChange::drain)});
        out.push_back(
            {now + Seconds{one.until}, set_state(nodes, slurm::NodeStateChange::undrain)});
    }
    for (ClosureAhead const& one : ahead.closures) {
        auto const partition = snapshot_.site.find_partition(pool.friction.queues[one.queue]);
        if (!partition) continue;
        // A partition that is not up in the snapshot stays so.
        if (snapshot_.site.partitions[static_cast<std::size_t>(*partition)].state !=
            slurm::PartitionState::up)
            continue;
        out.push_back(
            {now + Seconds{one.from}, set_state(*partition, slurm::PartitionState::down)});
        out.push_back({now + Seconds{one.until}, set_state(*partition, slurm::PartitionState::up)});
    }
}

std::vector<FrictionEvent>
CarriedFriction::future(std::uint64_t seed, std::uint64_t number, Seconds horizon) const {
    std::vector<FrictionEvent> out;
    for (Pool const& pool : pools_) add_losses(pool, seed, number, horizon, out);
    std::ranges::stable_sort(out, {}, &FrictionEvent::at);
    return out;
}

}  // namespace clustersim
