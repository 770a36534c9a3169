// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/route_picks.hpp"
#include "sim/core/ensure.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {

/// Finds routes between switches; `Pick` chooses among equal cables.
template <class Pick>
class Walk {
  public:
    Walk(Fabric const& fabric, Pick pick, std::vector<LinkId>& out)
        : fabric_(&fabric), pick_(pick), out_(&out) {}

    void tree(SwitchId from, SwitchId to) {
        std::span<FabricPod const> const pods = fabric_->pods();
        std::uint32_t up = fabric_->switch_at(from).pod;
        // The pods that hold the destination, from its leaf's pod to the one below the common pod.
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

    /// Inside a group: by a cable, or over one of its spines.
    void local(SwitchId from, SwitchId to) {
        if (from == to) return;
        Switch const& a = fabric_->switch_at(from);
        Switch const& b = fabric_->switch_at(to);
        if (fabric_->family() == FabricFamily::dragonfly || a.level != b.level)
            step(from, to, 1);
        else
            over_peer(from, to);
    }

    /// To another group, over any cable between the two groups.
    void across(SwitchId from, SwitchId to) {
        std::uint32_t const a = fabric_->switch_at(from).group;
        std::uint32_t const b = fabric_->switch_at(to).group;
        if (a == b) return local(from, to);
        std::span<LinkId const> const cables = fabric_->global_links(a, b);
        take(from, cables[pick_.below(cables.size())], to);
    }

    /// To another group, over a cable that makes the route as short as possible.
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
        CS_ENSURE(count > 0, "a cable to every other group");
        std::size_t chosen = pick_.below(count);
        for (LinkId const id : cables)
            if (detours(id) == least && chosen-- == 0) return take(from, id, to);
    }

    /// Over group `middle`, which it enters and leaves by any of its cables.
    void detour(SwitchId from, SwitchId to, std::uint32_t middle) {
        std::uint32_t const a = fabric_->switch_at(from).group;
        std::uint32_t const b = fabric_->switch_at(to).group;
        std::span<LinkId const> const in = fabric_->global_links(a, middle);
        LinkId const enter = in[pick_.below(in.size())];
        SwitchId const entered = fabric_->switch_of(fabric_->link(enter).to);
        take(from, enter, entered);
        // A spine uses its own cable to the destination's group, if it has one.
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

    /// From leaf to leaf over a spine, or from spine to spine over a leaf: every leaf has cables to
    /// all spines.
    void over_peer(SwitchId from, SwitchId to) {
        Switch const& one = fabric_->switch_at(from);
        FabricGroup const& group = fabric_->groups()[one.group];
        std::uint32_t const first =
            from.value - one.index;  // first switch of its level in the group
        SwitchId const peer = one.level == 1 ? step(from, {first + group.leaves}, group.spines)
                                             : step(from, {first - group.leaves}, group.leaves);
        step(peer, to, 1);
    }

    Fabric const* fabric_;
    Pick pick_;
    std::vector<LinkId>* out_;
};

}  // namespace clustersim
