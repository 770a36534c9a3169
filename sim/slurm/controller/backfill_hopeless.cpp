// SPDX-License-Identifier: Apache-2.0
// Times that a search passes over because an earlier search of the cycle failed there.
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/eligibility.hpp"

namespace clustersim::slurm {

bool Backfill::failures_count(ClusterState const& state, Search const& search) const {
    auto const& request = search.request;
    return request.whole_nodes && !request.sharing && !request.overlapping &&
           !search.record.prefer && search.fewest_nodes() == request.min_nodes &&
           (!search.preemptable || search.preemptable->empty()) && !searches_have_effects(state);
}

void Backfill::note_failure(ClusterState const& state, Search const& search, Instant until) {
    if (!search.counts || !search.counted || search.request.has_required()) return;
    auto const& alternatives =
        search.spec->choices[static_cast<std::size_t>(search.record.choice)].nodes;
    if (alternatives.size() == 1 &&
        alternatives.front() == state.nodes_of(search.request.partition))
        hopeless_.note(search.from, until);
}

void Backfill::pass_hopeless_times(ClusterState& state, Search& search) {
    for (;;) {
        for (;;) {
            auto const later = plan_.later(search.from, search.from + search.length);
            if (!later || !hopeless_.fails(search.from, *later)) break;
            search.from = *later;
        }
        auto const next = next_chance(state, search);
        if (next == search.from) return;
        search.from = next;
    }
}

}  // namespace clustersim::slurm
