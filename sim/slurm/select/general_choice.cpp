// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/general_choice.hpp"

#include "sim/slurm/select/evaluation.hpp"
#include "sim/slurm/select/near_left.hpp"
#include "sim/slurm/select/node_availability.hpp"
#include "sim/slurm/select/topology_tree.hpp"

#include <algorithm>
#include <limits>

namespace clustersim::slurm {

namespace {

/// Offers of all usable nodes, by ascending index.
void collect_offers(Market const& market, SelectScratch& scratch, SelectMode mode) {
    scratch.offers.clear();
    forget_idle(market);
    std::optional<Availability> buffer;
    bool const dearer = dearer_counts(market, mode);
    bool const left = mode == SelectMode::will_run && weighs_by_left(scratch, market.request);
    scratch.usable.for_each([&](std::int32_t node) {
        if (auto const& found = cached_availability(market, node, buffer)) {
            scratch.offers.push_back(found->offer);
            if (dearer && scratch.dearer.contains(node))
                scratch.offers.back().weight += weight_step;
            if (left)
                scratch.offers.back().weight -= scratch.near_left[static_cast<std::size_t>(node)];
        }
    });
}

/// True if the largest offers, up to the job's maximum of nodes, have enough CPUs.
bool could_hold(ResourceRequest const& request, SelectScratch& scratch) {
    auto const allowed = static_cast<std::size_t>(
        std::max(request.min_nodes, std::min(request.max_nodes, request.ntasks)));
    auto& offers = scratch.active;
    if (offers.size() > allowed) {
        std::nth_element(
            offers.begin(),
            offers.begin() + static_cast<std::ptrdiff_t>(allowed),
            offers.end(),
            [](NodeOffer const& a, NodeOffer const& b) { return a.cpus > b.cpus; });
    }
    std::int64_t cpus = 0;
    for (std::size_t i = 0; i < std::min(allowed, offers.size()); ++i) cpus += offers[i].cpus;
    return cpus >= request.min_cpus;
}

bool evaluate(Market const& market, SelectScratch& scratch, SelectMode mode) {
    auto const& request = market.request;
    auto const& select = market.site.settings.select;
    auto const& scheduler = market.site.settings.scheduler;
    Evaluation evaluation(request, scratch);
    if (evaluation.offers() < request.min_nodes) return false;
    if (request.spread) return choose_spread(evaluation);
    if (mode == SelectMode::will_run && scheduler.backfill.busy_nodes && !request.contiguous)
        return choose_busy_first(evaluation, market.use.idle());
    if (select.lln || market.site.partitions[static_cast<std::size_t>(request.partition)].lln)
        return choose_least_loaded(evaluation, market.site);
    if (scheduler.pack_serial_at_end && request.min_cpus == 1 && request.max_nodes == 1)
        return choose_serial_at_end(evaluation);
    if (select.topology == TopologyPlugin::tree && !request.contiguous &&
        (!select.topology_optional || request.switches_asked))
        return choose_in_tree(evaluation, select.topology_dragonfly, market.site.settings.release);
    return choose_consecutive(evaluation);
}

/// The smallest count of resources above `floor` of an offer that may be dropped.
std::int32_t
next_units(ResourceRequest const& request, SelectScratch const& scratch, std::int32_t floor) {
    auto next = std::numeric_limits<std::int32_t>::max();
    for (auto const& offer : scratch.active)
        if (offer.units > floor && offer.units < next &&
            !(request.has_required() && request.required.contains(offer.node)))
            next = offer.units;
    return next;
}

/// After a failed choice, the nodes it took keep only the CPUs that it used there (observed).
bool leave_used_cpus(SelectScratch const& scratch, std::vector<NodeOffer>& offers) {
    bool changed = false;
    for (auto const& pick : scratch.picks) {
        auto& offer = offers[static_cast<std::size_t>(pick.offer)];
        if (pick.cpus < offer.cpus) {
            offer.units -= offer.cpus - pick.cpus;
            offer.cpus = pick.cpus;
            changed = true;
        }
    }
    return changed;
}

/// Evaluates; if that fails, drops the nodes with the fewest resources, then the next ones, and
/// evaluates again (spec 6.6).
bool evaluate_dropping(Market const& market, SelectScratch& scratch, SelectMode mode) {
    auto const& request = market.request;
    scratch.active = scratch.offers;
    if (static_cast<std::int32_t>(scratch.active.size()) < request.min_nodes) return false;
    if (evaluate(market, scratch, mode)) return true;
    if (!could_hold(request, scratch)) return false;
    bool const changed = leave_used_cpus(scratch, scratch.offers);
    scratch.active = scratch.offers;
    if (changed) {
        if (evaluate(market, scratch, mode)) return true;
        leave_used_cpus(scratch, scratch.active);
    }
    for (std::int32_t units = 0;;) {
        units = next_units(request, scratch, units);
        if (units == std::numeric_limits<std::int32_t>::max()) return false;
        auto const before = scratch.active.size();
        auto spare = static_cast<std::int32_t>(before) - request.min_nodes;
        std::erase_if(scratch.active, [&](NodeOffer const& offer) {
            auto const drop = spare > 0 && offer.units <= units &&
                              !(request.has_required() && request.required.contains(offer.node));
            spare -= drop ? 1 : 0;
            return drop;
        });
        if (scratch.active.size() == before) return false;
        if (evaluate(market, scratch, mode)) return true;
        leave_used_cpus(scratch, scratch.active);
    }
}

}  // namespace

bool binding_matters(Market const& market) {
    if (market.request.gres.empty() || market.request.enforce_gres_binding) return false;
    return std::any_of(
        market.scratch.records.begin(), market.scratch.records.end(), [](RecordTable const& table) {
            return table.devices != table.devices_anywhere;
        });
}

bool select_in_rows(Market& market, SelectScratch& scratch, SelectMode mode) {
    for (auto const near : {true, false}) {
        if (!near && !binding_matters(market)) continue;
        market.near_devices = near;
        collect_offers(market, scratch, mode);
        if (evaluate_dropping(market, scratch, mode)) return true;
    }
    return false;
}

}  // namespace clustersim::slurm
