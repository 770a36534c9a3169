// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/select_nodes.hpp"

#include "sim/core/ensure.hpp"
#include "sim/slurm/select/equal_nodes.hpp"
#include "sim/slurm/select/fill_allocation.hpp"
#include "sim/slurm/select/general_choice.hpp"
#include "sim/slurm/select/near_left.hpp"
#include "sim/slurm/select/node_availability.hpp"
#include "sim/slurm/select/row_choice.hpp"
#include "sim/slurm/select/topology_tree.hpp"

namespace clustersim::slurm {

namespace {

/// Keeps the candidates whose record could hold a part of the job.
void keep_fitting_records(Market const& market, NodeSet& nodes) {
    auto const& site = market.site;
    for (std::size_t r = 0; r < site.records.size(); ++r) {
        auto const& table = market.scratch.records[r];
        if (!record_fits(site, table, static_cast<std::int32_t>(r), market.request))
            nodes -= table.nodes;
    }
}

/// Runs Slurm's two tests for their effect on weights: with the cores of all candidates and, if the
/// job would fit, with the free ones. Returns false if the job does not fit even in the first.
bool leave_near(Market market, NodeSet const& candidates, SelectMode mode) {
    auto nodes = candidates;
    keep_fitting_records(market, nodes);
    auto& scratch = market.scratch;
    market.all_cores = true;
    scratch.usable = nodes;
    if (!note_near(market, nodes) || !select_with_rows(market, scratch, mode)) return false;
    market.all_cores = false;
    market.rows = nullptr;
    return note_near(market, nodes);
}

/// Leaves in `scratch.usable` the candidates that could take one node's part of the job, by a cheap
/// test: no other node can be selected; some of these may prove unusable.
NodeSet const& usable_nodes(Market const& market, NodeSet const& candidates, SelectMode mode) {
    auto const& use = market.use;
    auto const& request = market.request;
    auto const& site = market.site;
    auto& scratch = market.scratch;
    auto& usable = scratch.usable;
    usable = candidates;
    if (mode != SelectMode::ever && request.whole_nodes && !request.overlapping &&
        use.vacated().universe() != 0) {
        auto unused = use.idle();
        unused |= use.vacated();
        usable &= unused;
    } else if (mode != SelectMode::ever) {
        usable &= request.overlapping   ? use.share()
                  : request.whole_nodes ? use.idle()
                                        : use.with_free_core();
    }
    keep_fitting_records(market, usable);
    if (mode == SelectMode::ever || request.whole_nodes || request.overlapping) return usable;
    auto const memory =
        site.settings.select.memory && request.memory.basis == MemoryBasis::per_node;
    // Idle nodes have the resources of their record.
    scratch.partly_used = usable;
    scratch.partly_used -= use.idle();
    scratch.partly_used.for_each([&](std::int32_t node) {
        auto const& record = site.record_of(node);
        auto const cpus = use.free_cores(node) * record.threads_charged();
        if (cpus < request.min_cpus_per_node ||
            (memory && use.free_memory_mb(node) < request.memory.mb))
            usable.erase(node);
    });
    return usable;
}

/// Finds out whether the job fits. The fast algorithm leaves the nodes open; the general one, used
/// if the fast one does not apply, leaves its choice in `scratch.picks`.
std::optional<EqualNodes> find_nodes(Market& market, NodeSet const& candidates, SelectMode mode) {
    auto& scratch = market.scratch;
    auto const& request = market.request;
    scratch.leaf_switches = 0;
    market.ignore_use = mode == SelectMode::ever;
    if (mode != SelectMode::ever && leaves_near(scratch, request) &&
        !leave_near(market, candidates, mode))
        return std::nullopt;
    market.usable = usable_nodes(market, candidates, mode).count();
    if (market.usable < request.min_nodes) return std::nullopt;
    auto const equal = scratch.always_general ? EqualNodes{} : find_equal_nodes(market, mode);
    if (equal.answer != FastAnswer::found &&
        ((equal.answer == FastAnswer::none && !binding_matters(market)) ||
         !select_with_rows(market, scratch, mode)))
        return std::nullopt;
    return equal;
}

/// Leaves the nodes in `scratch.chosen` for a job of whole nodes, else in `scratch.picks`.
void settle(Market const& market, EqualNodes const& equal) {
    auto& scratch = market.scratch;
    bool const whole = market.request.whole_nodes;
    if (equal.answer == FastAnswer::found) {
        choose_equal_nodes(scratch, scratch.usable, equal.wanted);
        if (!whole) pick_chosen(scratch, equal.offer);
    } else if (whole) {
        scratch.chosen.clear();
        for (auto const& pick : scratch.picks)
            scratch.chosen.insert(scratch.active[static_cast<std::size_t>(pick.offer)].node);
    }
    if (!scratch.leaves.empty()) scratch.leaf_switches = count_leaves(scratch);
}

/// The allocation of a job that takes the same from each of these nodes, which are idle and alike.
Allocation equal_allocation(Market const& market, NodeSet const& nodes) {
    auto& scratch = market.scratch;
    std::optional<Availability> buffer;
    auto const& found = cached_availability(market, nodes.first_common(nodes), buffer);
    CS_ENSURE(found.has_value(), "a node that was offered is still available");
    scratch.chosen = nodes;
    pick_chosen(scratch, found->offer);
    return fill_allocation(market, scratch);
}

}  // namespace

std::optional<Allocation> select_nodes(Site const& site,
                                       SelectScratch& scratch,
                                       CandidateNodes const& pool,
                                       ResourceRequest const& request,
                                       SelectMode mode) {
    Market market{.site = site, .scratch = scratch, .use = pool.use, .request = request};
    auto const found = find_nodes(market, pool.candidates, mode);
    if (!found) return std::nullopt;
    settle(market, *found);
    return fill_allocation(market, scratch);
}

std::optional<EstimatedNodes> estimate_nodes(Site const& site,
                                             SelectScratch& scratch,
                                             CandidateNodes const& pool,
                                             ResourceRequest const& request) {
    Market market{.site = site, .scratch = scratch, .use = pool.use, .request = request};
    auto const found = find_nodes(market, pool.candidates, SelectMode::will_run);
    if (!found) return std::nullopt;
    if (found->answer == FastAnswer::found && scratch.leaves.empty()) {
        auto const wanted = found->wanted;
        if (request.whole_nodes)
            return EstimatedNodes{scratch.usable, wanted, wanted * found->offer.cpus, {}};
        if (auto const cpus = cpus_of_each(market, found->offer))
            return EstimatedNodes{scratch.usable, wanted, wanted * *cpus, {}};
    }
    settle(market, *found);
    if (request.whole_nodes)
        return EstimatedNodes{scratch.chosen, 0, whole_cpus(market, scratch.chosen), {}};
    auto parts = fill_allocation(market, scratch);
    auto nodes = node_set(parts, site.nodes.size());
    auto const cpus = parts.cpus;
    return EstimatedNodes{std::move(nodes), 0, cpus, std::move(parts)};
}

void settle(SelectScratch& scratch, EstimatedNodes& estimate) {
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
                     EstimatedNodes const& estimate) {
    if (!request.whole_nodes && !estimate.parts.nodes.empty()) return estimate.parts;
    Market const market{.site = site, .scratch = scratch, .use = use, .request = request};
    forget_idle(market);
    return request.whole_nodes ? whole_allocation(market, estimate.nodes)
                               : equal_allocation(market, estimate.nodes);
}

}  // namespace clustersim::slurm
