// SPDX-License-Identifier: Apache-2.0
// Minimal routing spreads destinations over the ways up as D-mod-K does (E. Zahavi, 2010). Valiant's
// detour goes over a random group (L. Valiant, 1982; J. Kim et al., ISCA 2008). The adaptive choice is
// UGAL's (A. Singh, 2005): a detour is taken when its bottleneck's load times its hops is the smaller
// product; two candidates of each sort as on Slingshot (D. De Sensi et al., SC20).
#include "models/fabric/routing.hpp"

#include "models/fabric/graph.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <array>

namespace clustersim {
namespace {

/// A stream of choices from one number: splitmix64.
class Choices {
  public:
    explicit Choices(std::uint64_t seed) : state_(seed) {}
    LinkId one_of(Fabric const&, std::span<LinkId const> cables) {
        return cables[below(cables.size())];
    }
    LinkId down(Fabric const& fabric, std::span<LinkId const> cables, std::uint32_t) {
        return one_of(fabric, cables);
    }
    std::size_t below(std::size_t count) {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
        return static_cast<std::size_t>((z ^ (z >> 31U)) % count);
    }

  private:
    std::uint64_t state_;
};

/// The digits of a destination's place, the lowest first: the same way for the same destination. Places
/// count ports leaf by leaf, so that those of one leaf are told apart by the first digit: with NICs on rails
/// their own numbers all leave the same remainder.
class Digits {
  public:
    explicit Digits(Endpoint const& destination) : rest_(destination.place) { before_.fill(rest_); }
    std::size_t below(std::size_t count) {
        std::size_t const digit = rest_ % count;
        rest_ /= count;
        return digit;
    }
    /// Switch after switch before the second cable to any of them; what is left tells apart the
    /// destinations that share a switch.
    LinkId one_of(Fabric const& fabric, std::span<LinkId const> cables) {
        std::size_t left = rest_ % cables.size();
        if (climbed_ < before_.size()) before_[climbed_++] = rest_;
        rest_ /= switches(fabric, cables);
        for (std::size_t turn = 0;; ++turn) {
            for (std::size_t first = 0, end = 0; first < cables.size(); first = end) {
                end = end_of(fabric, cables, first);
                if (end - first > turn && left-- == 0) return cables[first + turn];
            }
        }
    }
    /// To the switch that a way up from the destination takes at that height, 0 its leaf's uplinks, where
    /// there is a choice; over parallel cables by what the ways up have left.
    LinkId down(Fabric const& fabric, std::span<LinkId const> cables, std::uint32_t height) {
        std::size_t left =
            before_[std::min<std::size_t>(height, before_.size() - 1)] % switches(fabric, cables);
        std::size_t first = 0;
        while (left-- > 0) first = end_of(fabric, cables, first);
        return cables[first + rest_ % (end_of(fabric, cables, first) - first)];
    }

  private:
    /// Cables stand in the order of the switches that they lead to.
    static std::size_t
    end_of(Fabric const& fabric, std::span<LinkId const> cables, std::size_t first) {
        std::size_t end = first + 1;
        while (end < cables.size() && fabric.link(cables[end]).to == fabric.link(cables[first]).to)
            ++end;
        return end;
    }
    static std::size_t switches(Fabric const& fabric, std::span<LinkId const> cables) {
        std::size_t count = 0;
        for (std::size_t at = 0; at < cables.size(); at = end_of(fabric, cables, at)) ++count;
        return count;
    }

    std::size_t rest_;
    std::size_t climbed_ = 0;
    std::array<std::size_t, 4> before_{};  ///< what was left before each step up
};

/// Finds ways between switches; `Pick` chooses among equals.
template <class Pick>
class Walk {
  public:
    Walk(Fabric const& fabric, Pick pick, std::vector<LinkId>& out)
        : fabric_(&fabric), pick_(pick), out_(&out) {}

    void tree(SwitchId from, SwitchId to) {
        std::span<FabricPod const> const pods = fabric_->pods();
        std::uint32_t up = fabric_->switch_at(from).pod;
        // The pods that hold the destination, from its leaf to below the common one.
        std::uint32_t const leaf_pod = fabric_->switch_at(to).pod;
        std::uint32_t down = leaf_pod;
        std::uint32_t climbed = 0;
        SwitchId at = from;
        while (up != down) {
            up = pods[up].parent;
            down = pods[down].parent;
            ++climbed;
            at = step(at, {pods[up].first_switch}, pods[up].switches);
        }
        while (climbed > 0) {
            --climbed;
            std::uint32_t pod = leaf_pod;
            for (std::uint32_t level = 0; level < climbed; ++level) pod = pods[pod].parent;
            std::span<LinkId const> const cables =
                fabric_->links_between(at, {pods[pod].first_switch}, pods[pod].switches);
            CS_ENSURE(!cables.empty(), "every switch of a tree reaches all pods below it");
            LinkId const id = pick_.down(*fabric_, cables, climbed > 0 ? climbed - 1 : 0);
            out_->push_back(id);
            at = fabric_->switch_of(fabric_->link(id).to);
        }
    }

    /// Inside a group: a cable, or over one of its spines.
    void local(SwitchId from, SwitchId to) {
        if (from == to) return;
        Switch const& a = fabric_->switch_at(from);
        Switch const& b = fabric_->switch_at(to);
        if (fabric_->family() == FabricFamily::dragonfly || a.level != b.level) {
            step(from, to, 1);
        } else {
            over_peer(from, to);
        }
    }

    /// To another group, over any cable between the two.
    void across(SwitchId from, SwitchId to) {
        std::uint32_t const a = fabric_->switch_at(from).group;
        std::uint32_t const b = fabric_->switch_at(to).group;
        if (a == b) return local(from, to);
        std::span<LinkId const> const cables = fabric_->global_links(a, b);
        take(from, cables[pick_.below(cables.size())], to);
    }

    /// To another group, over a cable that makes the way as short as there is.
    void shortest(SwitchId from, SwitchId to) {
        std::uint32_t const a = fabric_->switch_at(from).group;
        std::uint32_t const b = fabric_->switch_at(to).group;
        if (a == b) return local(from, to);
        std::span<LinkId const> const cables = fabric_->global_links(a, b);
        auto const detours = [&](LinkId id) {
            Link const& link = fabric_->link(id);
            return static_cast<int>(fabric_->switch_of(link.from) != from) +
                   static_cast<int>(fabric_->switch_of(link.to) != to);
        };
        int least = 2;
        std::size_t count = 0;
        for (LinkId const id : cables) {
            int const here = detours(id);
            count = here < least ? 1 : count + static_cast<std::size_t>(here == least);
            least = std::min(least, here);
        }
        std::size_t chosen = pick_.below(count);
        for (LinkId const id : cables) {
            if (detours(id) == least && chosen-- == 0) return take(from, id, to);
        }
    }

    /// Over group `middle`, entered and left by any of its cables.
    void detour(SwitchId from, SwitchId to, std::uint32_t middle) {
        std::uint32_t const a = fabric_->switch_at(from).group;
        std::uint32_t const b = fabric_->switch_at(to).group;
        std::span<LinkId const> const in = fabric_->global_links(a, middle);
        LinkId const enter = in[pick_.below(in.size())];
        SwitchId const entered = fabric_->switch_of(fabric_->link(enter).to);
        take(from, enter, entered);
        // A spine that has a cable of its own to the destination's group uses it.
        std::span<LinkId const> const on = fabric_->global_links(middle, b);
        std::size_t const first = pick_.below(on.size());
        std::size_t chosen = first;
        if (fabric_->family() == FabricFamily::dragonfly_plus) {
            for (std::size_t i = 0; i < on.size(); ++i) {
                std::size_t const next = (first + i) % on.size();
                if (fabric_->switch_of(fabric_->link(on[next]).from) != entered) continue;
                chosen = next;
                break;
            }
        }
        take(entered, on[chosen], to);
    }

    SwitchId step(SwitchId from, SwitchId to, std::uint32_t count) {
        std::span<LinkId const> const links = fabric_->links_between(from, to, count);
        CS_ENSURE(!links.empty(), "the structure has a link for every step of a route");
        LinkId const id = pick_.one_of(*fabric_, links);
        out_->push_back(id);
        return fabric_->switch_of(fabric_->link(id).to);
    }

  private:
    /// To the near end of a global cable, over it, and from its far end on.
    void take(SwitchId from, LinkId cable, SwitchId to) {
        local(from, fabric_->switch_of(fabric_->link(cable).from));
        out_->push_back(cable);
        local(fabric_->switch_of(fabric_->link(cable).to), to);
    }

    /// Two leaves over a spine, or two spines over a leaf: every leaf has cables to all spines.
    void over_peer(SwitchId from, SwitchId to) {
        Switch const& one = fabric_->switch_at(from);
        FabricGroup const& group = fabric_->groups()[one.group];
        std::uint32_t const first = from.value - one.index;  // of its level in the group
        SwitchId const peer = one.level == 1 ? step(from, {first + group.leaves}, group.spines)
                                             : step(from, {first - group.leaves}, group.leaves);
        step(peer, to, 1);
    }

    Fabric const* fabric_;
    Pick pick_;
    std::vector<LinkId>* out_;
};

bool grouped(Fabric const& fabric) {
    return fabric.family() == FabricFamily::dragonfly ||
           fabric.family() == FabricFamily::dragonfly_plus;
}

/// Cuts what lies between two visits of the same vertex.
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

/// Hops to each destination switch asked for so far, filled on first use.
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
        // One of the others: the two ends are stepped over.
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

Bandwidth bottleneck_of(Fabric const& fabric, std::span<LinkId const> route) {
    Bandwidth least{};
    for (LinkId const id : route) {
        Bandwidth const here = fabric.link(id).capacity;
        least = least.si() == 0.0 ? here : std::min(least, here);
    }
    return least;
}

}  // namespace clustersim
