// SPDX-License-Identifier: Apache-2.0
#include "sim/study/sampled_batches.hpp"

#include "models/application/batch_rates.hpp"
#include "models/application/step_waits.hpp"
#include "models/collective/flow_pattern.hpp"
#include "models/flow/fabric_network.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

namespace clustersim {
namespace {

constexpr double most_duty = 0.5;
constexpr double share_of_rings = 0.5;
constexpr double shortest_step_s = 0.1;
constexpr double longest_step_s = 10.0;

/// The flows of training rings, or of one step of an all-to-all exchange in which each node sends to a random other
/// one.
std::vector<EndpointPair>
messages_of_neighbour(Fabric const& fabric, PlacedGroup group, RandomStream& random) {
    if (random.bernoulli(share_of_rings)) return messages_of(fabric, FlowPattern::ring, group);
    // A ring through the nodes in random order is a permutation without a fixed point.
    for (std::size_t i = group.nodes.size(); i > 1; --i)
        std::swap(group.nodes[i - 1], group.nodes[random.uniform_int(i)]);
    return messages_of(fabric, FlowPattern::ring, group);
}

std::vector<FabricNodeId> in_fabric(PartitionFabric const& place,
                                    std::vector<std::int32_t> const& nodes) {
    std::vector<FabricNodeId> all;
    all.reserve(nodes.size());
    for (std::int32_t const node : nodes)
        all.push_back(place.nodes[static_cast<std::size_t>(node)]);
    return all;
}

Result<std::vector<Neighbour>> neighbours_of(PartitionFabric const& place,
                                             FlowNetwork const& network,
                                             NodesInUse const& nodes,
                                             RandomStream& random) {
    std::vector<Neighbour> neighbours;
    for (std::vector<std::int32_t> const& other : nodes.others) {
        PlacedGroup group{in_fabric(place, other), {}};
        group.ports.resize(place.fabric.nics_of(group.nodes.front()));
        std::iota(group.ports.begin(), group.ports.end(), 0U);
        auto routes =
            route_all(network, messages_of_neighbour(place.fabric, std::move(group), random));
        if (!routes) return failure(routes.error());
        double const duty = random.uniform(0.0, most_duty);
        double const step =
            shortest_step_s * std::pow(longest_step_s / shortest_step_s, random.uniform01());
        neighbours.push_back({std::move(*routes), duty, seconds(step)});
    }
    return neighbours;
}

Result<PlacedBatches>
batches_of(PlacedStep const& own, BatchRates const& rates, BatchQuestion const& question) {
    PlacedBatches placed;
    placed.step = own.at(std::min(own.step.port, rates.quiet * own.step.flows_per_port));
    if (question.batches == 0) return placed;
    RandomStream noise(question.seed, "compute noise", question.replicate);
    auto batches = sample_steps(own.step, rates, question.noise, question.batches, noise);
    if (!batches) return failure(batches.error());
    placed.batches = std::move(*batches);
    if (question.neighbours == Neighbours::none && !question.noise.any()) return placed;
    Duration sum{};
    for (Duration const time : placed.batches.batches) sum += time;
    placed.step = delayed(placed.step, sum / question.batches - placed.step.total);
    return placed;
}

/// Each neighbour has the same phase of its period as under Contention.
Result<BatchRates> reacting_rates(PlacedStep const& own,
                                  std::vector<Bandwidth> const& capacities,
                                  std::vector<Neighbour> const& neighbours,
                                  RandomStream& random) {
    auto engine = SimGridEngine::start();
    if (!engine) return failure(engine.error());
    ReactingNeighbours reacting{{capacities, own.routes, neighbours}, {}, {}, std::move(*engine)};
    for (Neighbour const& neighbour : neighbours) {
        reacting.periods.push_back(neighbour.period);
        reacting.phases.push_back(random.uniform01());
    }
    Bandwidth const quiet = Contention(capacities, own.routes, {}, random).quiet();
    return rates_among_reacting(
        std::make_shared<ReactingNeighbours>(std::move(reacting)), own.step, quiet);
}

}  // namespace

Result<PlacedBatches> sample_batches(PartitionFabric const& place,
                                     TrainingSetup const& setup,
                                     NodesInUse const& nodes,
                                     BatchQuestion const& question) {
    Router router(place.fabric, place.routing);
    FlowNetwork const network = flow_network_of(router);
    RandomStream random(question.seed, "neighbours", question.replicate);
    std::vector<Neighbour> neighbours;
    if (question.neighbours != Neighbours::none) {
        auto found = neighbours_of(place, network, nodes, random);
        if (!found) return failure(found.error());
        neighbours = std::move(*found);
    }
    auto const own = placed_step(setup, place.fabric, network, in_fabric(place, nodes.own));
    if (!own) return failure(own.error());
    auto const capacities = reached_capacities(place.fabric, setup.platform.node.nic.achievable);
    if (question.neighbours == Neighbours::reacting && own->routes.size() > 0) {
        auto const rates = reacting_rates(*own, capacities, neighbours, random);
        if (!rates) return failure(rates.error());
        return batches_of(*own, *rates, question);
    }
    Contention contention(capacities, own->routes, neighbours, random);
    return batches_of(*own, rates_among_bursts(contention, own->step), question);
}

Result<PlacedBatches>
sample_batches(TrainingSetup const& setup, FabricSpan const& span, BatchQuestion const& question) {
    auto const own = placed_step(setup, span);
    if (!own) return failure(own.error());
    RandomStream nobody(question.seed, "neighbours", question.replicate);
    Contention alone({}, Routes{}, {}, nobody);
    BatchQuestion quiet = question;
    quiet.neighbours = Neighbours::none;
    return batches_of(*own, rates_among_bursts(alone, own->step), quiet);
}

}  // namespace clustersim
