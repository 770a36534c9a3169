// SPDX-License-Identifier: Apache-2.0
#include "models/collective/collective.hpp"

#include "models/collective/hierarchical.hpp"
#include "models/collective/in_node.hpp"
#include "models/collective/in_switch.hpp"
#include "models/collective/pairwise.hpp"
#include "models/collective/ring.hpp"
#include "models/collective/tree.hpp"
#include "sim/core/enum_names.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace clustersim {
namespace {

using namespace std::string_view_literals;

constexpr std::array collectives{
    std::pair{"all_reduce"sv, Collective::all_reduce},
    std::pair{"all_gather"sv, Collective::all_gather},
    std::pair{"reduce_scatter"sv, Collective::reduce_scatter},
    std::pair{"broadcast"sv, Collective::broadcast},
    std::pair{"alltoall"sv, Collective::all_to_all},
    std::pair{"sendrecv"sv, Collective::send_recv},
};

constexpr std::array reduce_algorithms{Algorithm::ring, Algorithm::tree, Algorithm::in_switch};
constexpr std::array ring_only{Algorithm::ring};
constexpr std::array pairs_only{Algorithm::pairwise};

constexpr Shape impossible{StepKind::ring, 0.0, 0.0, 0.0, 0.0, {}, {}, {}, 1.0, false, 1.0};

Shape all_reduce_shape(Algorithm algorithm, Group const& group, Network const& network) {
    switch (algorithm) {
        case Algorithm::ring: return ring_all_reduce(group, network);
        case Algorithm::tree: return tree_all_reduce(group, network);
        case Algorithm::hierarchical: return hierarchical_all_reduce(group, network);
        case Algorithm::in_switch: return in_switch_all_reduce(group, network);
        case Algorithm::pairwise: break;
    }
    return impossible;
}

Shape half_shape(Algorithm algorithm, Group const& group, Network const& network) {
    if (algorithm == Algorithm::ring) return ring_reduce_scatter(group, network);
    if (algorithm == Algorithm::hierarchical) return hierarchical_reduce_scatter(group, network);
    return impossible;
}

/// The best so far. The library chooses by its own constants, which do not include the carrier.
struct Search {
    FastestAlgorithm best{
        seconds(std::numeric_limits<double>::infinity()), Algorithm::ring, Protocol::simple};
    Duration believed = best.time;

    /// Updates the best with the fastest protocol, if one is faster.
    void improve(Shape const& shape, Algorithm algorithm, Bytes size, Network const& network) {
        if (!shape.possible) return;
        for (auto const& [name, protocol] : enum_names<Protocol>) {
            if (!offered(shape, protocol, network)) continue;
            Duration const time = time_of(shape, size, protocol, network);
            if (time >= believed) continue;
            believed = time;
            best = {carried_time(shape, size, protocol, network), algorithm, protocol};
        }
    }
};

/// A message of a library that keeps a window of them in flight.
std::optional<Duration> in_window(Bytes size, bool same_node, int sharing, Network const& network) {
    auto const& window = same_node ? network.carrier.in_node : network.carrier.between_nodes;
    if (!window) return std::nullopt;
    Bandwidth const line =
        same_node ? network.pair_line : node_bandwidth({2, 1, sharing}, network, network.nic_line);
    if (line.si() <= 0.0) return std::nullopt;
    return window->gap + size / (line * window->share);
}

/// The time in a node of measured links, where only NCCL's own algorithms are known; nothing elsewhere.
std::optional<FastestAlgorithm> chosen_in_node(Collective collective,
                                               Bytes size,
                                               Group const& group,
                                               Network const& network,
                                               std::optional<Algorithm> algorithm) {
    if (!measured_in_node(group, network)) return std::nullopt;
    auto const own = automatic_algorithms(collective).front();
    if (algorithm.value_or(own) != own) return std::nullopt;
    std::optional<InNodeTime> found;
    switch (collective) {
        case Collective::all_reduce: found = ring_in_node(2.0, size, group, network); break;
        case Collective::all_gather:
        case Collective::reduce_scatter: found = ring_in_node(1.0, size, group, network); break;
        case Collective::broadcast: found = pipeline_in_node(size, group, network); break;
        case Collective::all_to_all: found = pairs_in_node(size, group, network); break;
        case Collective::send_recv: found = message_in_node(size, group, network); break;
    }
    if (!found) return std::nullopt;
    if (collective == Collective::all_reduce && !algorithm) {
        auto const reduced = switch_in_node(size, group, network);
        if (reduced && *reduced < found->time)
            return FastestAlgorithm{*reduced, Algorithm::in_switch, Protocol::simple};
    }
    return FastestAlgorithm{found->time, own, found->protocol};
}

}  // namespace

std::span<std::pair<std::string_view, Collective> const> collective_names() {
    return collectives;
}
std::span<std::pair<std::string_view, Algorithm> const> algorithm_names() {
    return enum_names<Algorithm>;
}
std::string_view name_of(Collective collective) {
    return collectives[static_cast<std::size_t>(collective)].first;
}
std::string_view name_of(Algorithm algorithm) {
    return enum_name(algorithm);
}
std::string_view name_of(Protocol protocol) {
    constexpr std::array names{"LL"sv, "LL128"sv, "Simple"sv};
    return names[static_cast<std::size_t>(protocol)];
}

std::span<Algorithm const> automatic_algorithms(Collective collective) {
    switch (collective) {
        case Collective::all_reduce: return reduce_algorithms;
        case Collective::all_gather:
        case Collective::reduce_scatter:
        case Collective::broadcast: return ring_only;
        case Collective::all_to_all:
        case Collective::send_recv: break;
    }
    return pairs_only;
}

bool has_algorithm(Collective collective, Algorithm algorithm) {
    auto const own = automatic_algorithms(collective);
    if (std::ranges::find(own, algorithm) != own.end()) return true;
    return algorithm == Algorithm::hierarchical &&
           (collective == Collective::all_reduce || collective == Collective::all_gather ||
            collective == Collective::reduce_scatter);
}

Shape shape_of(Collective collective,
               Algorithm algorithm,
               Group const& group,
               Network const& network) {
    switch (collective) {
        case Collective::all_reduce: return all_reduce_shape(algorithm, group, network);
        case Collective::all_gather:
        case Collective::reduce_scatter: return half_shape(algorithm, group, network);
        case Collective::broadcast:
            return algorithm == Algorithm::ring ? ring_broadcast(group, network) : impossible;
        case Collective::all_to_all:
            return algorithm == Algorithm::pairwise ? pairwise_all_to_all(group, network)
                                                    : impossible;
        case Collective::send_recv:
            return algorithm == Algorithm::pairwise
                       ? message(group.nodes() == 1, group.in_node() * group.sharing, network)
                       : impossible;
    }
    return impossible;
}

FastestAlgorithm choose(Collective collective,
                        Bytes size,
                        Group const& group,
                        AlgorithmNetworks const& networks,
                        std::optional<Algorithm> algorithm) {
    if (group.members <= 1) return {};
    Search search;
    auto const improve_by = [&](Algorithm one) {
        Network const& network = networks.of(one);
        search.improve(shape_of(collective, one, group, network), one, size, network);
    };
    if (collective == Collective::send_recv) {
        bool const same_node = group.nodes() == 1;
        Network const& network = networks.of(Algorithm::pairwise);
        if (auto const time = in_window(size, same_node, group.in_node() * group.sharing, network))
            return {*time, Algorithm::pairwise, Protocol::simple};
    }
    Network const& own = networks.of(algorithm.value_or(Algorithm::ring));
    if (auto const chosen = chosen_in_node(collective, size, group, own, algorithm)) return *chosen;
    if (algorithm) {
        improve_by(*algorithm);
        return search.best;
    }
    for (Algorithm const one : automatic_algorithms(collective)) improve_by(one);
    // If the devices form no ring, all data goes along a chain, up and down.
    if (search.best.time.si() == std::numeric_limits<double>::infinity()) {
        Network const& network = networks.of(Algorithm::tree);
        search.improve(tree_all_reduce(group, network), Algorithm::tree, size, network);
    }
    return search.best;
}

FastestAlgorithm choose(Collective collective,
                        Bytes size,
                        Group const& group,
                        Network const& network,
                        std::optional<Algorithm> algorithm) {
    return choose(collective, size, group, AlgorithmNetworks{&network, &network}, algorithm);
}

double bus_factor(Collective collective, int members) {
    double const n = members;
    switch (collective) {
        case Collective::all_reduce: return 2.0 * (n - 1.0) / n;
        case Collective::all_gather:
        case Collective::reduce_scatter:
        case Collective::all_to_all: return (n - 1.0) / n;
        case Collective::broadcast:
        case Collective::send_recv: break;
    }
    return 1.0;
}

Duration all_reduce(Bytes size, Group const& group, Network const& network) {
    return choose(Collective::all_reduce, size, group, network).time;
}

Duration reduce_scatter(Bytes size, Group const& group, Network const& network) {
    return choose(Collective::reduce_scatter, size, group, network).time;
}

Duration all_gather(Bytes size, Group const& group, Network const& network) {
    return choose(Collective::all_gather, size, group, network).time;
}

Duration broadcast(Bytes size, Group const& group, Network const& network) {
    return choose(Collective::broadcast, size, group, network).time;
}

Duration all_to_all(Bytes size, Group const& group, Network const& network) {
    return choose(Collective::all_to_all, size, group, network).time;
}

Duration send(Bytes size, bool same_node, int sharing, Network const& network) {
    if (auto const time = in_window(size, same_node, sharing, network)) return *time;
    Group const pair{2, same_node ? 2 : 1, std::max(1, sharing / 2)};
    if (measured_in_node(pair, network))
        if (auto const found = message_in_node(size, pair, network)) return found->time;
    Search search;
    search.improve(message(same_node, sharing, network), Algorithm::pairwise, size, network);
    return search.best.time;
}

}  // namespace clustersim
