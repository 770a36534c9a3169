// SPDX-License-Identifier: Apache-2.0
// Minimal routing spreads destinations over the routes up as D-mod-K does (E. Zahavi, 2010). Valiant's
// detour uses a random group (L. Valiant, 1982; J. Kim et al., ISCA 2008). The adaptive choice is
// UGAL's (A. Singh, 2005): it takes a detour if the detour's bottleneck load times its hops is
// smaller; two candidates of each kind, as on Slingshot (D. De Sensi et al., SC20).
#include "models/fabric/routing.hpp"

#include "models/fabric/graph.hpp"
#include "models/fabric/route_walk.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>

namespace clustersim {
namespace {

bool grouped(Fabric const& fabric) {
    return fabric.family() == FabricFamily::dragonfly ||
           fabric.family() == FabricFamily::dragonfly_plus;
}

/// Removes the part of a route between two visits of the same vertex.
void cut_loops(Fabric const& fabric, std::vector<LinkId>& route) {
    for (std::size_t i = 0; i < route.size(); ++i) {
        VertexId const start = fabric.link(route[i]).from;
        for (std::size_t j = route.size(); j-- > i;) {
            if (fabric.link(route[j]).to != start) continue;
            route.erase(route.begin() + static_cast<std::ptrdiff_t>(i),
                        route.begin() + static_cast<std::ptrdiff_t>(j) + 1);
            break;
        }
    }
}

}  // namespace

/// Hops to each destination switch requested so far, computed on first use.
struct Router::Distances {
    explicit Distances(Fabric const& fabric)
        : hops(switch_graph(fabric)), to(fabric.switch_count()) {}
    HopCounter hops;
    std::vector<std::vector<std::uint32_t>> to;

    std::vector<std::uint32_t> const& towards(SwitchId target) {
        std::vector<std::uint32_t>& known = to[target.value];
        if (known.empty()) known = hops.from(target.value);
        return known;
    }
};

Router::Router(Fabric const& fabric, Routing routing) : fabric_(&fabric), routing_(routing) {
    if (fabric.family() == FabricFamily::edge_list)
        distances_ = std::make_unique<Distances>(fabric);
}
Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

template <class Pick>
void Router::walk_down(SwitchId from, SwitchId to, Pick& pick, std::vector<LinkId>& out) const {
    std::vector<std::uint32_t> const& hops = distances_->towards(to);
    while (from != to) {
        auto const nearer = [&](LinkId id) {
            VertexId const next = fabric_->link(id).to;
            return fabric_->is_switch(next) &&
                   hops[fabric_->switch_of(next).value] + 1 == hops[from.value];
        };
        std::span<LinkId const> const links = fabric_->links_from(fabric_->vertex(from));
        auto chosen = pick.below(static_cast<std::size_t>(std::ranges::count_if(links, nearer)));
        for (LinkId const id : links) {
            if (!nearer(id) || chosen-- > 0) continue;
            out.push_back(id);
            from = fabric_->switch_of(fabric_->link(id).to);
            break;
        }
    }
}

void Router::between_switches(Ends const& ends,
                              std::uint64_t salt,
                              std::vector<LinkId>& out) const {
    auto const [from, to, destination] = ends;
    if (from == to) return;
    Choices choices(salt);
    if (fabric_->family() == FabricFamily::edge_list) {
        Digits digits(fabric_->endpoint(destination));
        return routing_ == Routing::minimal ? walk_down(from, to, digits, out)
                                            : walk_down(from, to, choices, out);
    }
    if (routing_ == Routing::minimal) {
        Walk<Digits> walk(*fabric_, Digits(fabric_->endpoint(destination)), out);
        return fabric_->family() == FabricFamily::fat_tree ? walk.tree(from, to)
                                                           : walk.shortest(from, to);
    }
    Walk<Choices> walk(*fabric_, choices, out);
    fabric_->family() == FabricFamily::fat_tree ? walk.tree(from, to) : walk.across(from, to);
}

void Router::with_detour(Ends const& ends, std::uint64_t salt, std::vector<LinkId>& out) const {
    auto const [from, to, destination] = ends;
    Choices choices(salt);
    std::uint32_t const a = fabric_->switch_at(from).group;
    std::uint32_t const b = fabric_->switch_at(to).group;
    auto const groups = static_cast<std::uint32_t>(fabric_->groups().size());
    if (from != to && grouped(*fabric_) && a != b && groups > 2) {
        // One of the other groups: the two end groups are skipped.
        auto middle = static_cast<std::uint32_t>(choices.below(groups - 2));
        if (middle >= std::min(a, b)) ++middle;
        if (middle >= std::max(a, b)) ++middle;
        return Walk<Choices>(*fabric_, choices, out).detour(from, to, middle);
    }
    bool const in_group = fabric_->family() == FabricFamily::dragonfly && a == b && from != to;
    if (in_group && fabric_->groups()[a].leaves > 2) {
        std::uint32_t const first = from.value - fabric_->switch_at(from).index;
        auto middle = static_cast<std::uint32_t>(choices.below(fabric_->groups()[a].leaves - 2));
        if (first + middle >= std::min(from, to).value) ++middle;
        if (first + middle >= std::max(from, to).value) ++middle;
        Walk<Choices> walk(*fabric_, choices, out);
        walk.local(from, {first + middle});
        return walk.local({first + middle}, to);
    }
    if (fabric_->family() == FabricFamily::edge_list && from != to) {
        SwitchId const middle{static_cast<std::uint32_t>(choices.below(fabric_->switch_count()))};
        walk_down(from, middle, choices, out);
        walk_down(middle, to, choices, out);
        return cut_loops(*fabric_, out);
    }
    between_switches(ends, salt, out);
}

double Router::cost_of(std::span<LinkId const> route) const {
    double busiest = 0.0;
    for (LinkId const id : route)
        busiest = std::max(busiest, load_[id.value] / fabric_->link(id).capacity);
    return busiest * static_cast<double>(route.size() + 2);
}

void Router::adapt(Ends const& ends, std::uint64_t salt, std::vector<LinkId>& out) const {
    between_switches(ends, salt, out);
    if (load_.empty() || ends.from == ends.to) return;
    double least = cost_of(out);
    std::vector<LinkId> other;
    for (std::uint64_t candidate = 1; candidate < 4 && least > 0.0; ++candidate) {
        other.clear();
        std::uint64_t const salted = salt + candidate * 0xd1b54a32d192ed03ULL;
        candidate == 1 ? between_switches(ends, salted, other) : with_detour(ends, salted, other);
        double const cost = cost_of(other);
        if (cost >= least) continue;
        least = cost;
        out.swap(other);
    }
}

void Router::route(EndpointId from,
                   EndpointId to,
                   std::uint64_t flow,
                   std::vector<LinkId>& out) const {
    out.clear();
    if (from == to) return;
    Ends const ends{fabric_->endpoint(from).leaf, fabric_->endpoint(to).leaf, to};
    std::uint64_t const salt =
        (flow * 0x2545f4914f6cdd1dULL) ^ (std::uint64_t{from.value} << 32U | to.value);
    switch (routing_) {
        case Routing::minimal:
        case Routing::ecmp: between_switches(ends, salt, out); break;
        case Routing::valiant: with_detour(ends, salt, out); break;
        case Routing::adaptive: adapt(ends, salt, out); break;
    }
    out.insert(out.begin(), Fabric::injection(from));
    out.push_back(Fabric::ejection(to));
}

Duration latency_of(Fabric const& fabric, std::span<LinkId const> route) {
    Duration sum{};
    for (LinkId const id : route) sum += fabric.link(id).latency;
    return sum;
}

}  // namespace clustersim
