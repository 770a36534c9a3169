// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/select/select_nodes.hpp"

#include "sim/sched/slurm/select/evaluation.hpp"
#include "sim/sched/slurm/select/fill_allocation.hpp"
#include "sim/sched/slurm/select/node_availability.hpp"

#include <algorithm>
#include <limits>

namespace clustersim::slurm {

namespace {

/// Offers of all usable nodes, by ascending index.
void collect_offers(Market const& market, SelectScratch& scratch) {
    scratch.offers.clear();
    scratch.usable.for_each([&](std::int32_t node) {
        if (auto const found = node_availability(market, node)) {
            scratch.offers.push_back(found->offer);
        }
    });
}

bool evaluate(Market const& market, SelectScratch& scratch, SelectMode mode) {
    auto const& request = market.request;
    auto const& select = market.site.settings.select;
    auto const& scheduler = market.site.settings.scheduler;
    Evaluation evaluation(request, scratch);
    if (evaluation.offers() < request.min_nodes) {
        return false;
    }
    if (request.spread) {
        return choose_spread(evaluation);
    }
    if (mode == SelectMode::will_run && scheduler.backfill.busy_nodes && !request.contiguous) {
        return choose_busy_first(evaluation, market.use.idle());
    }
    if (select.lln || market.site.partitions[static_cast<std::size_t>(request.partition)].lln) {
        return choose_least_loaded(evaluation, market.site);
    }
    if (scheduler.pack_serial_at_end && request.min_cpus == 1 && request.max_nodes == 1) {
        return choose_serial_at_end(evaluation);
    }
    return choose_consecutive(evaluation);
}

/// The smallest count of resources above `floor` of an offer that may be dropped.
std::int32_t
next_units(ResourceRequest const& request, SelectScratch const& scratch, std::int32_t floor) {
    auto next = std::numeric_limits<std::int32_t>::max();
    for (auto const& offer : scratch.active) {
        if (offer.units > floor && offer.units < next &&
            !(request.has_required() && request.required.contains(offer.node))) {
            next = offer.units;
        }
    }
    return next;
}

/// Evaluates, and when that fails without the nodes that have least, then without the next ones
/// (spec 6.6).
bool evaluate_dropping(Market const& market, SelectScratch& scratch, SelectMode mode) {
    auto const& request = market.request;
    scratch.active = scratch.offers;
    if (static_cast<std::int32_t>(scratch.active.size()) < request.min_nodes) {
        return false;
    }
    if (evaluate(market, scratch, mode)) {
        return true;
    }
    for (std::int32_t units = 0;;) {
        units = next_units(request, scratch, units);
        if (units == std::numeric_limits<std::int32_t>::max()) {
            return false;
        }
        auto const before = scratch.active.size();
        auto spare = static_cast<std::int32_t>(before) - request.min_nodes;
        std::erase_if(scratch.active, [&](NodeOffer const& offer) {
            auto const drop = spare > 0 && offer.units <= units &&
                              !(request.has_required() && request.required.contains(offer.node));
            spare -= drop ? 1 : 0;
            return drop;
        });
        if (scratch.active.size() == before) {
            return false;
        }
        if (evaluate(market, scratch, mode)) {
            return true;
        }
    }
}

bool select_with_rows(Market& market, SelectScratch& scratch, SelectMode mode) {
    auto const rows =
        market.request.sharing
            ? market.site.partitions[static_cast<std::size_t>(market.request.partition)].max_share
            : 1;
    for (market.rows = 1; market.rows <= rows; ++market.rows) {
        market.near_devices = true;
        collect_offers(market, scratch);
        if (evaluate_dropping(market, scratch, mode)) {
            return true;
        }
        if (market.request.gres.empty() || market.request.enforce_gres_binding) {
            continue;
        }
        market.near_devices = false;
        collect_offers(market, scratch);
        if (evaluate_dropping(market, scratch, mode)) {
            return true;
        }
    }
    return false;
}

}  // namespace

NodeSet const& usable_nodes(Site const& site,
                            SelectScratch& scratch,
                            NodeUse const& use,
                            ResourceRequest const& request,
                            NodeSet const& candidates,
                            SelectMode mode) {
    auto& usable = scratch.usable;
    usable = candidates;
    if (mode != SelectMode::ever) {
        usable &= request.whole_nodes ? use.idle()
                                      : (request.sharing ? use.share() : use.with_free_core());
    }
    for (std::size_t r = 0; r < site.records.size(); ++r) {
        auto const& table = scratch.records[r];
        if (!record_fits(site, table, static_cast<std::int32_t>(r), request)) {
            usable -= table.nodes;
        }
    }
    if (mode == SelectMode::ever || request.whole_nodes || request.sharing) {
        return usable;
    }
    auto const memory =
        site.settings.select.memory && request.memory.basis == MemoryBasis::per_node;
    usable.for_each([&](std::int32_t node) {
        auto const& record = site.record_of(node);
        auto const cpus = use.free_cores(node) * record.threads_charged();
        if (cpus < request.min_cpus_per_node ||
            (memory && use.free_memory_mb(node) < request.memory.mb)) {
            usable.erase(node);
        }
    });
    return usable;
}

std::optional<Allocation> select_nodes(Site const& site,
                                       SelectScratch& scratch,
                                       NodeUse const& use,
                                       ResourceRequest const& request,
                                       NodeSet const& candidates,
                                       SelectMode mode) {
    scratch.leaf_switches = 0;
    if (usable_nodes(site, scratch, use, request, candidates, mode).count() < request.min_nodes) {
        return std::nullopt;
    }
    Market market{.site = site, .scratch = scratch, .use = use, .request = request};
    market.ignore_use = mode == SelectMode::ever;
    if (!select_with_rows(market, scratch, mode)) {
        return std::nullopt;
    }
    return fill_allocation(market, scratch);
}

}  // namespace clustersim::slurm
