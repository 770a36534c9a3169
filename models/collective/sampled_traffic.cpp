// SPDX-License-Identifier: Apache-2.0
//
// A collective among the bursts of other jobs.
//
// Equation. In sample k neighbour j is at the part u of its period p, u uniform in [0, 1): with duty d it has
// (d - u) p of a burst left, or begins the next one after (1 - u) p. A burst of length s is an amount of
// s times the flow's max-min rate when all neighbours send, to be sent however long that then takes. The
// collective's messages start at 0; T_k is when the last of them is through under max-min sharing at every
// instant, and the port's rate is what it moves over T_k. What the port has to move for a message of size S
// comes from the closed form, which is a + V/R in the port's rate R: V = R (T(R/2) - T(R)).
// Source. Max-min: Bertsekas, Gallager, "Data Networks" (1992), 6.5.2; on/off traffic of training jobs:
// Rajasekaran et al., "CASSINI", NSDI 2024. Completion times are SimGrid's.
// Domain. A step's messages are not held back by each other: the steps of a ring are, so that its quicker
// messages take a little less from the others than here.
#include "models/collective/sampled_traffic.hpp"

#include "models/flow/fabric_network.hpp"
#include "models/flow/max_min.hpp"
#include "models/flow/traffic.hpp"
#include "sim/core/ensure.hpp"
#include "sim/core/random_stream.hpp"

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// No neighbour's burst changes within so small a part of the shortest step (0.1 s): shorter messages
/// meet the same as this.
constexpr double shortest_look_s = 1e-3;
/// First look this many times as far as the collective would need alone.
constexpr double first_horizon = 4.0;

double busiest_port(Routes const& routes) {
    std::map<LinkIndex, int> crossings;
    int most = 1;
    for (std::size_t flow = 0; flow < routes.size(); ++flow) {
        if (routes[flow].empty()) continue;
        most = std::max(most, ++crossings[routes[flow].front()]);
        most = std::max(most, ++crossings[routes[flow].back()]);
    }
    return most;
}

/// A transfer's ports carry no more than the machine's software reaches, the neighbours' too.
std::vector<Bandwidth> reached_capacities(Fabric const& fabric, NodeType const& type) {
    std::vector<Bandwidth> all;
    all.reserve(fabric.link_count());
    for (Link const& link : fabric.links()) {
        bool const port = link.level == LinkLevel::injection;
        all.push_back(link.capacity * (port ? type.nic.achievable : 1.0));
    }
    return all;
}

/// Flows with their routes, as the engine is asked about them.
struct Question {
    Routes routes;
    std::vector<Transfer> transfers;
};

/// A neighbour's bursts that begin before the horizon. What could not be sent by then is left out.
void add_bursts(Question& question,
                Neighbour const& rival,
                std::span<Bandwidth const> rates,
                double phase,
                Duration horizon) {
    double const left = std::max(0.0, rival.duty - phase);
    Duration begin{};
    Duration length = rival.period * left;
    if (left == 0.0) {
        begin = rival.period * (1.0 - phase);
        length = rival.period * rival.duty;
    }
    while (begin < horizon && length.si() > 0.0) {
        Duration const sent = std::min(length, horizon - begin);
        for (std::size_t flow = 0; flow < rival.routes.size(); ++flow) {
            question.routes.add(rival.routes[flow]);
            question.transfers.push_back({rates[flow] * sent, begin});
        }
        begin = begin + length + rival.period * (1.0 - rival.duty);
        length = rival.period * rival.duty;
    }
}

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
    auto groups = side_by_side(type, test.nodes, test.group.per_node);
    groups.resize(std::min(groups.size(), static_cast<std::size_t>(test.group.sharing)));

    auto const engine = SimGridEngine::load();
    if (!engine) return failure(engine.error());
    SampledTraffic traffic(*engine);
    traffic.capacities_ = reached_capacities(fabric, type);
    traffic.seed_ = test.seed;
    bool const all_pairs = test.collective == Collective::all_to_all;
    auto const routed = [&](FlowPattern pattern) {
        return route_all(network, messages_of(fabric, pattern, groups));
    };
    auto ring = routed(all_pairs ? FlowPattern::all_to_all : FlowPattern::ring);
    if (!ring) return failure(ring.error());
    traffic.ring_ = traffic.meet(std::move(*ring), *others);
    if (all_pairs) return traffic;
    auto tree = routed(FlowPattern::tree);
    if (!tree) return failure(tree.error());
    traffic.tree_ = traffic.meet(std::move(*tree), *others);
    return traffic;
}

SampledTraffic::Own SampledTraffic::meet(Routes routes,
                                         std::vector<Neighbour> const& others) const {
    Own own;
    own.per_port = busiest_port(routes);
    std::vector<bool> mine(capacities_.size(), false);
    for (LinkIndex const link : routes.crossings()) mine[link] = true;
    Routes all;
    for (Neighbour const& other : others) {
        Neighbour rival{{}, other.duty, other.period};
        for (std::size_t flow = 0; flow < other.routes.size(); ++flow) {
            auto const route = other.routes[flow];
            if (std::ranges::any_of(route, [&](LinkIndex link) { return mine[link]; }))
                rival.routes.add(route);
        }
        all.append(rival.routes);
        own.rivals.push_back(std::move(rival));
    }
    own.routes = std::move(routes);
    own.rates = max_min_shares(capacities_, all);
    return own;
}

Duration SampledTraffic::end_of(Own const& own,
                                Bytes message,
                                std::span<double const> phases,
                                Duration horizon) const {
    Question question;
    question.routes = own.routes;
    question.transfers.assign(own.routes.size(), Transfer{message, {}});
    std::span<Bandwidth const> rates(own.rates);
    for (std::size_t i = 0; i < own.rivals.size(); ++i) {
        Neighbour const& rival = own.rivals[i];
        add_bursts(question, rival, rates.first(rival.routes.size()), phases[i], horizon);
        rates = rates.subspan(rival.routes.size());
    }
    auto const ends = completion_times(engine_, capacities_, question.routes, question.transfers);
    Duration last{};
    for (std::size_t flow = 0; flow < own.routes.size(); ++flow) last = std::max(last, ends[flow]);
    return last;
}

std::vector<Bandwidth>
SampledTraffic::port_rates(Algorithm algorithm, Bytes amount, Bandwidth alone) {
    Own const& own = algorithm == Algorithm::tree ? tree_ : ring_;
    std::vector<Bandwidth> rates;
    if (own.routes.size() == 0) return {static_cast<std::size_t>(samples), alone};
    for (int sample = 0; sample < samples; ++sample) {
        RandomStream random(seed_, "moment of a test", static_cast<std::uint64_t>(sample));
        std::vector<double> phases;
        for (std::size_t i = 0; i < own.rivals.size(); ++i) phases.push_back(random.uniform01());
        // A burst beyond the horizon is not there: look further until the collective ends before.
        Duration horizon = amount / alone * first_horizon;
        Duration end = end_of(own, amount / own.per_port, phases, horizon);
        while (end > horizon) {
            horizon = end * 2.0;
            end = end_of(own, amount / own.per_port, phases, horizon);
        }
        rates.push_back(std::min(alone, amount / end));
    }
    return rates;
}

void sample_rows(std::vector<NcclTestRow>& rows, NcclTest const& test, SampledTraffic& traffic) {
    CS_ENSURE(test.placed.has_value(), "flows lie on nodes");
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
        if (fresh) at->second = traffic.port_rates(algorithm, amount, quiet.nic);
        Duration sum{};
        for (Bandwidth const rate : at->second) sum += time_at(rate);
        row.choice.time = sum / static_cast<double>(at->second.size());
        row.algorithm_bandwidth = row.size / row.choice.time;
        row.bus_bandwidth =
            row.algorithm_bandwidth * bus_factor(test.collective, test.group.members);
    }
}

}  // namespace clustersim
