// SPDX-License-Identifier: Apache-2.0
//
// A collective next to bursts of other jobs.
//
// Equation. In sample k every neighbour is at a fraction of its period uniform in [0, 1). T_k is the time
// at which the last of the collective's messages ends (models/flow/burst_traffic.cpp), and the port's rate
// is the amount it moves over T_k. The amount that the port moves for a message of size S follows from the
// closed form, which is a + V/R in the port's rate R: V = R (T(R/2) - T(R)).
// Source. See burst_traffic.cpp.
// Domain. See burst_traffic.cpp.
#include "models/collective/sampled_traffic.hpp"

#include "models/collective/domain_groups.hpp"
#include "models/flow/fabric_network.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim {
namespace {

/// A neighbour's burst does not change within this small part of the shortest step (0.1 s): shorter
/// messages get the same result.
constexpr double shortest_look_s = 1e-3;

}  // namespace

Result<SampledTraffic> SampledTraffic::of(FlowTest const& test,
                                          Fabric const& fabric,
                                          NodeType const& type,
                                          Routing routing) {
    Router router(fabric, routing);
    FlowNetwork const network = flow_network_of(router);
    BackgroundMix mix;
    mix.duty = test.background;
    RandomStream random(test.seed, "background traffic");
    auto const others =
        other_jobs(fabric, network, nodes_left(test.others, test.nodes), mix, random);
    if (!others) return failure(others.error());
    auto const groups = domain_groups(type, test.nodes, test.group);

    auto engine = SimGridEngine::start();
    if (!engine) return failure(engine.error());
    SampledTraffic traffic(std::move(*engine));
    traffic.neighbours_ = others->size();
    traffic.seed_ = test.seed;
    bool const all_pairs = test.collective == Collective::all_to_all;
    auto const routed = [&](FlowPattern pattern) -> Result<Own> {
        auto routes = route_all(network, messages_of(fabric, pattern, groups));
        if (!routes) return failure(routes.error());
        double const per_port = busiest_port(*routes);
        return Own{{reached_capacities(fabric, type.nic.achievable), std::move(*routes), *others},
                   per_port};
    };
    auto ring = routed(all_pairs ? FlowPattern::all_to_all : FlowPattern::ring);
    if (!ring) return failure(ring.error());
    traffic.ring_ = std::move(*ring);
    if (all_pairs) return traffic;
    auto tree = routed(FlowPattern::tree);
    if (!tree) return failure(tree.error());
    traffic.tree_ = std::move(*tree);
    return traffic;
}

Result<std::vector<Bandwidth>>
SampledTraffic::port_rates(Algorithm algorithm, Bytes amount, Bandwidth alone) {
    Own const& own = algorithm == Algorithm::tree ? tree_ : ring_;
    std::vector<Bandwidth> rates;
    if (own.traffic.own().size() == 0)
        return std::vector<Bandwidth>(static_cast<std::size_t>(samples), alone);
    for (int sample = 0; sample < samples; ++sample) {
        RandomStream random(seed_, "moment of a test", static_cast<std::uint64_t>(sample));
        std::vector<double> phases;
        for (std::size_t i = 0; i < neighbours_; ++i) phases.push_back(random.uniform01());
        auto const time =
            own.traffic.time_of(engine_, amount / own.per_port, amount / alone, phases);
        if (!time) return failure(time.error());
        rates.push_back(std::min(alone, amount / *time));
    }
    return rates;
}

Result<void>
sample_rows(std::vector<NcclTestRow>& rows, NcclTest const& test, SampledTraffic& traffic) {
    CS_ENSURE(test.placed.has_value(), "flows need nodes");
    std::map<std::pair<Algorithm, Bytes>, std::vector<Bandwidth>> known;
    for (NcclTestRow& row : rows) {
        Algorithm const algorithm = row.choice.algorithm;
        Network const& quiet = test.placed->by_algorithm().of(algorithm);
        auto const time_at = [&](Bandwidth port) {
            Network slower = quiet;
            slower.nic = std::min(slower.nic, port);
            slower.nic_send = std::min(slower.nic_send, port);
            return choose(test.collective, row.size, test.group, slower, algorithm).time;
        };
        Bytes const moved = quiet.nic * (time_at(quiet.nic * 0.5) - time_at(quiet.nic));
        Bytes const amount = std::max(moved, quiet.nic * seconds(shortest_look_s));
        auto const [at, fresh] = known.try_emplace({algorithm, amount});
        if (fresh) {
            auto rates = traffic.port_rates(algorithm, amount, quiet.nic);
            if (!rates) return failure(rates.error());
            at->second = std::move(*rates);
        }
        Duration sum{};
        for (Bandwidth const rate : at->second) sum += time_at(rate);
        row.choice.time = sum / static_cast<double>(at->second.size());
        row.algorithm_bandwidth = row.size / row.choice.time;
        row.bus_bandwidth =
            row.algorithm_bandwidth * bus_factor(test.collective, test.group.members);
    }
    return {};
}

}  // namespace clustersim
