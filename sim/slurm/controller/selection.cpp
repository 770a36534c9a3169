// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/selection.hpp"

#include "sim/slurm/select/near_left.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// The request for the nodes of one counted feature.
ResourceRequest part_of(ResourceRequest const& request, std::int32_t count) {
    auto part = request;
    part.min_nodes = count;
    part.max_nodes = count;
    part.requested_nodes = count;
    part.min_cpus = part.min_cpus_per_node * count;
    part.ntasks = std::min(part.ntasks, part.min_cpus);
    return part;
}

/// The context of selections of one kind.
struct Selector {
    Site const& site;
    SelectScratch& scratch;
    SelectionQuery const& query;
};

bool pick(Selector const& on, ResourceRequest const& part, NodeSet const& from, NodeSet& picked) {
    auto const found =
        select_nodes(on.site, on.scratch, {*on.query.use, from}, part, on.query.mode);
    if (found)
        for (auto const& share : found->nodes) picked.insert(share.node);
    return found.has_value();
}

/// The groups of `[a*2&b*1]`: each has its own nodes, if possible among those that also have the
/// first feature (observed with Slurm 22.05.8).
std::optional<NodeSet> pick_groups(Selector const& on, NodeSet const& candidates) {
    auto const& terms = on.query.choice->counted;
    NodeSet picked(candidates.universe());
    for (auto const& term : terms) {
        auto const part = part_of(*on.query.request, term.count);
        auto from = candidates;
        from &= term.nodes;
        from -= picked;
        auto near = from;
        near &= terms.front().nodes;
        if (!pick(on, part, near, picked) &&
            (&term == &terms.front() || !pick(on, part, from, picked)))
            return std::nullopt;
    }
    return picked;
}

/// The result of the counted features of `a*2&b*1`.
struct InTurn {
    std::optional<NodeSet> picked;
    bool never = false;  ///< an earlier pick does not fit into the count and nodes of the next
                         ///< feature
};

/// Picks for each feature in turn; earlier picks are required (observed with Slurm 22.05.8).
InTurn pick_in_turn(Selector const& on, NodeSet const& candidates) {
    NodeSet picked(candidates.universe());
    for (auto const& term : on.query.choice->counted) {
        auto part = part_of(*on.query.request, term.count);
        auto from = candidates;
        from &= term.nodes;
        if (!from.contains_all(picked) || picked.count() > term.count)
            return {.picked = std::nullopt, .never = true};
        if (!picked.empty()) part.required = picked;
        if (!pick(on, part, from, picked)) return {};
    }
    return {.picked = std::move(picked)};
}

std::optional<NodeSet> pick_counted(Selector const& on, NodeSet const& candidates) {
    return on.query.choice->separate_groups ? pick_groups(on, candidates)
                                            : pick_in_turn(on, candidates).picked;
}

/// Calls `select`, with the nodes of counted features if there are any.
template <class Select>
auto with_features(Selector const& on, NodeSet const& candidates, Select select)
    -> decltype(select(*on.query.request, candidates)) {
    auto const& query = on.query;
    decltype(select(*query.request, candidates)) found;
    if (query.choice->counted.empty()) {
        found = select(*query.request, candidates);
    } else if (auto const picked = pick_counted(on, candidates)) {
        auto whole = *query.request;
        if (whole.has_required())
            whole.required |= *picked;
        else
            whole.required = *picked;
        whole.min_nodes = std::max(whole.min_nodes, whole.required.count());
        whole.requested_nodes = std::max(whole.requested_nodes, whole.min_nodes);
        found = select(whole, candidates);
    }
    if (found && on.scratch.leaf_switches > query.leaves) found.reset();
    return found;
}

}  // namespace

void weigh_nodes(SelectScratch& scratch,
                 UsageCounts const& counts,
                 JobGroups const& groups,
                 NodeSet const& nodes) {
    auto& dearer = scratch.dearer;
    auto const preferred = counts.preferred_nodes(groups);
    bool const prefers = preferred.intersects(nodes);
    if (dearer.empty() && !prefers) return;
    if (dearer.universe() == 0) dearer = NodeSet(nodes.universe());
    dearer -= nodes;
    if (!prefers) return;
    // If no node of a record is preferred, its nodes keep their weight (observed).
    for (auto const& record : scratch.records) {
        auto others = nodes;
        others &= record.nodes;
        if (preferred.intersects(others)) {
            others -= preferred;
            dearer |= others;
        }
    }
}

void test_only(ClusterState& state, ResourceRequest const& request, NodeSet const& nodes) {
    if (leaves_near(state.selection.scratch, request)) {
        Market market{.site = *state.config.site,
                      .scratch = state.selection.scratch,
                      .use = state.nodes.use,
                      .request = request};
        market.ignore_use = true;
        note_near(market, nodes);
    }
}

void test_submission(ClusterState& state, PartitionChoice const& choice) {
    auto const& request = choice.request;
    auto nodes = choice.nodes.front();
    bool const kept = !state.settings().release.has(ReleaseChange::configured_weights);
    if (kept && request.gres.empty() && has_devices(state.selection.scratch, nodes))
        keep_near(state.selection.scratch);
    forget_near(state.selection.scratch, nodes);
    if (!leaves_near(state.selection.scratch, request)) return;
    nodes &= state.nodes.available;
    auto shared = nodes;
    shared &= state.nodes.use.share();
    shared -= state.nodes.completing;
    test_only(state, request, shared);
    if (!select_nodes(*state.config.site,
                      state.selection.scratch,
                      {state.nodes.use, shared},
                      request,
                      SelectMode::ever))
        test_only(state, request, nodes);
}

bool counts_conflict(Site const& site,
                     SelectScratch& scratch,
                     SelectionQuery const& query,
                     NodeSet const& candidates) {
    auto const& choice = *query.choice;
    return !choice.counted.empty() && !choice.separate_groups &&
           pick_in_turn({site, scratch, query}, candidates).never;
}

std::optional<Allocation> select_for(Site const& site,
                                     SelectScratch& scratch,
                                     SelectionQuery const& query,
                                     NodeSet const& candidates) {
    return with_features(
        {site, scratch, query},
        candidates,
        [&](ResourceRequest const& request, NodeSet const& from) {
            return select_nodes(site, scratch, {*query.use, from}, request, query.mode);
        });
}

std::optional<EstimatedNodes> estimate_for(Site const& site,
                                           SelectScratch& scratch,
                                           SelectionQuery const& query,
                                           NodeSet const& candidates) {
    return with_features(
        {site, scratch, query},
        candidates,
        [&](ResourceRequest const& request, NodeSet const& from) {
            return estimate_nodes(site, scratch, {*query.use, from}, request);
        });
}

}  // namespace clustersim::slurm
