// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/select/select_nodes.hpp"

#include "sim/sched/slurm/select/evaluation.hpp"
#include "sim/sched/slurm/select/fast_whole_nodes.hpp"
#include "sim/sched/slurm/select/fill_allocation.hpp"
#include "sim/sched/slurm/select/near_left.hpp"
#include "sim/sched/slurm/select/node_availability.hpp"
#include "sim/sched/slurm/select/topology_tree.hpp"

#include <algorithm>
#include <limits>

namespace clustersim::slurm {

namespace {

/// Offers of all usable nodes, by ascending index.
void collect_offers(Market const& market, SelectScratch& scratch, SelectMode mode) {
    scratch.offers.clear();
    forget_idle(market);
    std::optional<Availability> buffer;
    bool const dearer = !scratch.dearer.empty();
    bool const left = mode == SelectMode::will_run && weighs_by_left(scratch, market.request);
    scratch.usable.for_each([&](std::int32_t node) {
        if (auto const& found = cached_availability(market, node, buffer)) {
            scratch.offers.push_back(found->offer);
            if (dearer && scratch.dearer.contains(node)) {
                scratch.offers.back().weight += weight_step;
            }
            if (left) {
                scratch.offers.back().weight -= scratch.near_left[static_cast<std::size_t>(node)];
            }
        }
    });
}

/// Whether the largest offers, as many as the job may have, hold its CPUs.
bool could_hold(ResourceRequest const& request, SelectScratch& scratch) {
    auto const allowed = static_cast<std::size_t>(
        std::max(request.min_nodes, std::min(request.max_nodes, request.ntasks)));
    auto& offers = scratch.active;
    if (offers.size() > allowed) {
        std::nth_element(offers.begin(),
                         offers.begin() + static_cast<std::ptrdiff_t>(allowed),
                         offers.end(),
                         [](NodeOffer const& a, NodeOffer const& b) { return a.cpus > b.cpus; });
    }
    std::int64_t cpus = 0;
    for (std::size_t i = 0; i < std::min(allowed, offers.size()); ++i) {
        cpus += offers[i].cpus;
    }
    return cpus >= request.min_cpus;
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
    if (select.topology == TopologyPlugin::tree && !request.contiguous &&
        (!select.topology_optional || request.switches_asked)) {
        return choose_in_tree(evaluation, select.topology_dragonfly);
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

/// A choice that failed leaves to the nodes it took no more CPUs than it used there (observed).
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
    if (!could_hold(request, scratch)) {
        return false;
    }
    bool const changed = leave_used_cpus(scratch, scratch.offers);
    scratch.active = scratch.offers;
    if (changed) {
        if (evaluate(market, scratch, mode)) {
            return true;
        }
        leave_used_cpus(scratch, scratch.active);
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
        leave_used_cpus(scratch, scratch.active);
    }
}

/// Whether far devices could still be used where near ones do not do (spec 6.10.9).
bool binding_matters(Market const& market) {
    if (market.request.gres.empty() || market.request.enforce_gres_binding) {
        return false;
    }
    return std::any_of(
        market.scratch.records.begin(), market.scratch.records.end(), [](RecordTable const& table) {
            return table.devices != table.devices_anywhere;
        });
}

/// Cores that nobody uses first; then, for a job that shares, one row of its partition after the
/// other (spec 6.4.4).
bool select_with_rows(Market& market, SelectScratch& scratch, SelectMode mode) {
    auto const& partition =
        market.site.partitions[static_cast<std::size_t>(market.request.partition)];
    auto const rows = market.request.sharing ? partition.max_share : 0;
    for (market.row = 0; market.row <= rows; ++market.row) {
        for (auto const near : {true, false}) {
            if (!near && !binding_matters(market)) {
                continue;
            }
            market.near_devices = near;
            collect_offers(market, scratch, mode);
            if (evaluate_dropping(market, scratch, mode)) {
                return true;
            }
        }
    }
    return false;
}

/// Those of the candidates whose record could carry a part of the job.
void keep_fitting_records(Market const& market, NodeSet& nodes) {
    auto const& site = market.site;
    for (std::size_t r = 0; r < site.records.size(); ++r) {
        auto const& table = market.scratch.records[r];
        if (!record_fits(site, table, static_cast<std::int32_t>(r), market.request)) {
            nodes -= table.nodes;
        }
    }
}

/// The two tests of Slurm, for the weights that they leave: with the cores of all candidates, and if
/// the job would fit so, with those that are free. False: not even the first finds room.
bool leave_near(Market market, NodeSet const& candidates, SelectMode mode) {
    auto nodes = candidates;
    keep_fitting_records(market, nodes);
    auto& scratch = market.scratch;
    market.all_cores = true;
    scratch.usable = nodes;
    if (!note_near(market, nodes) || !select_with_rows(market, scratch, mode)) {
        return false;
    }
    market.all_cores = false;
    market.row = 0;
    return note_near(market, nodes);
}

/// What could be chosen; the nodes themselves only if `settled`.
struct Choice {
    EqualNodes equal;
    bool settled = false;
};

/// Finds out whether the job fits. What the general way then chose is left in `scratch.picks`.
std::optional<Choice> find_nodes(Market& market, NodeSet const& candidates, SelectMode mode) {
    auto& scratch = market.scratch;
    auto const& request = market.request;
    scratch.leaf_switches = 0;
    market.ignore_use = mode == SelectMode::ever;
    if (mode != SelectMode::ever && leaves_near(scratch, request) &&
        !leave_near(market, candidates, mode)) {
        return std::nullopt;
    }
    market.usable =
        usable_nodes(market.site, scratch, market.use, request, candidates, mode).count();
    if (market.usable < request.min_nodes) {
        return std::nullopt;
    }
    auto const equal = scratch.always_general ? EqualNodes{} : find_equal_nodes(market, mode);
    if (equal.answer == FastAnswer::found) {
        return Choice{equal, false};
    }
    if ((equal.answer == FastAnswer::none && !binding_matters(market)) ||
        !select_with_rows(market, scratch, mode)) {
        return std::nullopt;
    }
    return Choice{equal, true};
}

/// Leaves the nodes in `scratch.chosen` for a job of whole nodes, else in `scratch.picks`.
void settle(Market const& market, Choice const& choice) {
    auto& scratch = market.scratch;
    if (choice.settled && market.request.whole_nodes) {
        scratch.chosen.clear();
        for (auto const& pick : scratch.picks) {
            scratch.chosen.insert(scratch.active[static_cast<std::size_t>(pick.offer)].node);
        }
    } else if (!choice.settled && market.request.whole_nodes) {
        choose_equal_nodes(scratch, scratch.usable, choice.equal.wanted);
    } else if (!choice.settled) {
        pick_equal_nodes(scratch, choice.equal);
    }
    if (!scratch.leaves.empty()) {
        scratch.leaf_switches = count_leaves(scratch);
    }
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
        usable &= request.sharing       ? use.share()
                  : request.whole_nodes ? use.idle()
                                        : use.with_free_core();
    }
    keep_fitting_records({.site = site, .scratch = scratch, .use = use, .request = request},
                         usable);
    if (mode == SelectMode::ever || request.whole_nodes || request.sharing) {
        return usable;
    }
    auto const memory =
        site.settings.select.memory && request.memory.basis == MemoryBasis::per_node;
    // Idle nodes hold what their record holds.
    scratch.partly_used = usable;
    scratch.partly_used -= use.idle();
    scratch.partly_used.for_each([&](std::int32_t node) {
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
    Market market{.site = site, .scratch = scratch, .use = use, .request = request};
    auto const choice = find_nodes(market, candidates, mode);
    if (!choice) {
        return std::nullopt;
    }
    settle(market, *choice);
    return fill_allocation(market, scratch);
}

std::optional<Estimate> estimate_nodes(Site const& site,
                                       SelectScratch& scratch,
                                       NodeUse const& use,
                                       ResourceRequest const& request,
                                       NodeSet const& candidates) {
    Market market{.site = site, .scratch = scratch, .use = use, .request = request};
    auto const choice = find_nodes(market, candidates, SelectMode::will_run);
    if (!choice) {
        return std::nullopt;
    }
    if (request.whole_nodes && !choice->settled && scratch.leaves.empty()) {
        auto const wanted = choice->equal.wanted;
        return Estimate{scratch.usable, wanted, wanted * choice->equal.offer.cpus, {}};
    }
    settle(market, *choice);
    if (request.whole_nodes) {
        return Estimate{scratch.chosen, 0, whole_cpus(market, scratch.chosen), {}};
    }
    auto parts = fill_allocation(market, scratch);
    auto nodes = node_set(parts, site.nodes.size());
    auto const cpus = parts.cpus;
    return Estimate{std::move(nodes), 0, cpus, std::move(parts)};
}

void settle(SelectScratch& scratch, Estimate& estimate) {
    if (estimate.open > 0) {
        choose_equal_nodes(scratch, estimate.nodes, estimate.open);
        estimate.nodes = scratch.chosen;
        estimate.open = 0;
    }
}

Allocation share_out(Site const& site,
                     SelectScratch& scratch,
                     NodeUse const& use,
                     ResourceRequest const& request,
                     Estimate const& estimate) {
    if (!request.whole_nodes) {
        return estimate.parts;
    }
    Market const market{.site = site, .scratch = scratch, .use = use, .request = request};
    forget_idle(market);
    return whole_allocation(market, estimate.nodes);
}

}  // namespace clustersim::slurm
