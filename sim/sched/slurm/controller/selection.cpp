// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/controller/selection.hpp"

#include "sim/sched/slurm/select/near_left.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// The nodes of every counted feature; nothing when one has too few.
std::optional<NodeSet>
pick_counted(ClusterState& state, SelectionQuery const& query, NodeSet const& candidates) {
    NodeSet picked(candidates.universe());
    for (auto const& term : query.choice->counted) {
        auto part = *query.request;
        part.min_nodes = term.count;
        part.max_nodes = term.count;
        part.requested_nodes = term.count;
        part.min_cpus = part.min_cpus_per_node * term.count;
        part.ntasks = std::min(part.ntasks, part.min_cpus);
        auto from = candidates;
        from &= term.nodes;
        from -= picked;
        auto const found =
            select_nodes(*state.site, state.scratch, *query.use, part, from, query.mode);
        if (!found) {
            return std::nullopt;
        }
        for (auto const& share : found->nodes) {
            picked.insert(share.node);
        }
    }
    return picked;
}

/// Lets `select` choose, from the nodes of counted features if there are any.
template <class Select>
auto with_features(ClusterState& state,
                   SelectionQuery const& query,
                   NodeSet const& candidates,
                   Select select) -> decltype(select(*query.request, candidates)) {
    decltype(select(*query.request, candidates)) found;
    if (query.choice->counted.empty()) {
        found = select(*query.request, candidates);
    } else if (auto const picked = pick_counted(state, query, candidates)) {
        auto whole = *query.request;
        if (whole.has_required()) {
            whole.required |= *picked;
        } else {
            whole.required = *picked;
        }
        whole.min_nodes = std::max(whole.min_nodes, whole.required.count());
        whole.requested_nodes = std::max(whole.requested_nodes, whole.min_nodes);
        found = select(whole, query.choice->separate_groups ? whole.required : candidates);
    }
    if (found && state.scratch.leaf_switches > query.leaves) {
        found.reset();
    }
    return found;
}

}  // namespace

void weigh_nodes(ClusterState& state, JobGroups const& groups, NodeSet const& nodes) {
    auto& dearer = state.scratch.dearer;
    auto const preferred = state.counts.preferred_nodes(groups);
    bool const prefers = preferred.intersects(nodes);
    if (dearer.empty() && !prefers) {
        return;
    }
    if (dearer.universe() == 0) {
        dearer = NodeSet(state.site->nodes.size());
    }
    dearer -= nodes;
    if (!prefers) {
        return;
    }
    // Nodes of a record with none of those preferred keep their weight (observed).
    for (auto const& record : state.scratch.records) {
        auto others = nodes;
        others &= record.nodes;
        if (preferred.intersects(others)) {
            others -= preferred;
            dearer |= others;
        }
    }
}

void test_only(ClusterState& state, ResourceRequest const& request, NodeSet const& nodes) {
    if (leaves_near(state.scratch, request)) {
        Market market{
            .site = *state.site, .scratch = state.scratch, .use = state.use, .request = request};
        market.ignore_use = true;
        note_near(market, nodes);
    }
}

void test_submission(ClusterState& state, PartitionChoice const& choice) {
    auto const& request = choice.request;
    auto nodes = choice.nodes.front();
    if (request.gres.empty() && has_devices(state.scratch, nodes)) {
        keep_near(state.scratch);
    }
    forget_near(state.scratch, nodes);
    if (!leaves_near(state.scratch, request)) {
        return;
    }
    nodes &= state.available;
    auto shared = nodes;
    shared &= state.use.share();
    shared -= state.completing;
    test_only(state, request, shared);
    if (!select_nodes(*state.site, state.scratch, state.use, request, shared, SelectMode::ever)) {
        test_only(state, request, nodes);
    }
}

std::optional<Allocation>
select_for(ClusterState& state, SelectionQuery const& query, NodeSet const& candidates) {
    return with_features(
        state, query, candidates, [&](ResourceRequest const& request, NodeSet const& from) {
            return select_nodes(*state.site, state.scratch, *query.use, request, from, query.mode);
        });
}

std::optional<Estimate>
estimate_for(ClusterState& state, SelectionQuery const& query, NodeSet const& candidates) {
    return with_features(
        state, query, candidates, [&](ResourceRequest const& request, NodeSet const& from) {
            return estimate_nodes(*state.site, state.scratch, *query.use, request, from);
        });
}

}  // namespace clustersim::slurm
