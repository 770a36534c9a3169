// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/backfill.hpp"
#include "sim/slurm/controller/backfill_terms.hpp"
#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/start_limits.hpp"

#include <algorithm>

namespace clustersim::slurm {

using namespace backfill;

Backfill::Search Backfill::search_for(ClusterState& state, QueueRecord const& record) const {
    auto const& settings = settings_of(state);
    auto const& job = state.jobs.at(record.slot);
    auto const& choice = job.spec->choices[static_cast<std::size_t>(record.choice)];
    Search search;
    search.record = record;
    search.spec = job.spec;
    search.request = bounded_request(state.accounting, state.config, job, record.choice);
    auto const limit = effective_limit(*state.config.site, job, choice.partition);
    search.length = limit;
    search.start_limit = limit;
    auto const& asked = job.spec->request;
    if (asked.deadline) {
        search.length = std::min(limit, whole_minutes(*asked.deadline - state.clock.now()));
        search.start_limit = search.length;
    } else if (auto const least = limit_of(asked.time_min_minutes); least && *least < limit) {
        search.length = *least;
        // Before 25.11 the job starts with this limit (spec 4.8.2).
        bool const longest = state.settings().release.has(ReleaseChange::longest_limit) ||
                             state.settings().scheduler.time_min_as_soft_limit;
        search.start_limit = longest ? limit : search.length;
    }
    auto const* qos = qos_of(*state.config.site, job);
    if (qos != nullptr && qos->flags.no_reserve && queue_may_preempt(state.settings()))
        search.length = Minutes{1};
    auto const threshold = qos != nullptr && qos->min_prio_threshold ? *qos->min_prio_threshold
                                                                     : settings.min_prio_reserve;
    auto const promised = promises_.find(choice.partition);
    search.no_reserve = std::int64_t{record.priority} < threshold ||
                        state.clock.now() - job.eligible.value_or(state.clock.now()) <
                            Seconds{settings.min_age_reserve} ||
                        record.prefer || (settings.one_resv_per_job && job.expected_start) ||
                        (settings.job_part_count_reserve > 0 && promised != promises_.end() &&
                         promised->second >= settings.job_part_count_reserve);
    search.from = state.clock.now();
    if (queue_may_preempt(state.settings()))
        search.preemptable = preemption_candidates(state, job, record.choice);
    return search;
}

}  // namespace clustersim::slurm
