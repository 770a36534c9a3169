// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/near_left.hpp"

#include "sim/slurm/select/node_availability.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

std::uint8_t near_of(NodeOffer const& offer) {
    return static_cast<std::uint8_t>(weight_step - 1 - offer.weight % weight_step);
}

}  // namespace

bool has_devices(SelectScratch const& scratch, NodeSet const& nodes) {
    return std::any_of(
        scratch.records.begin(),
        scratch.records.end(),
        [&](RecordTable const& table) {
            return table.devices != 0 && table.nodes.intersects(nodes);
        });
}

void keep_near(SelectScratch& scratch) {
    if (scratch.near_left.empty()) scratch.near_left.assign(scratch.node_record.size(), 0);
}

bool leaves_near(SelectScratch const& scratch, ResourceRequest const& request) {
    return !scratch.near_left.empty() && !request.gres.empty();
}

bool weighs_by_left(SelectScratch const& scratch, ResourceRequest const& request) {
    return !scratch.near_left.empty() && request.gres.empty();
}

bool dearer_counts(Market const& market, SelectMode mode) {
    return !market.scratch.dearer.empty() &&
           !(mode == SelectMode::will_run &&
             market.site.settings.release.has(ReleaseChange::configured_weights));
}

void forget_near(SelectScratch& scratch, NodeSet const& nodes) {
    if (!scratch.near_left.empty()) {
        nodes.for_each(
            [&](std::int32_t node) { scratch.near_left[static_cast<std::size_t>(node)] = 0; });
    }
}

bool note_near(Market market, NodeSet const& nodes) {
    auto& scratch = market.scratch;
    market.near_devices = false;
    std::int32_t looked_into = 0;
    nodes.for_each([&](std::int32_t node) { looked_into += may_look_into(market, node) ? 1 : 0; });
    if (looked_into < market.request.min_nodes) return false;
    forget_idle(market);
    std::optional<Availability> buffer;
    nodes.for_each([&](std::int32_t node) {
        if (auto const& found = cached_availability(market, node, buffer))
            scratch.near_left[static_cast<std::size_t>(node)] = near_of(found->offer);
    });
    return true;
}

}  // namespace clustersim::slurm
