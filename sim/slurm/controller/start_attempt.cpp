// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/start_attempt.hpp"

#include "sim/slurm/controller/effective_limit.hpp"
#include "sim/slurm/controller/eligibility.hpp"
#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/preemption.hpp"
#include "sim/slurm/controller/selection.hpp"
#include "sim/slurm/controller/start_limits.hpp"
#include "sim/slurm/select/near_left.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

void set_reason(ClusterState& state,
                AttemptQuery const& query,
                Reason reason,
                Description description = Description::none) {
    // An attempt on the nodes of --prefer sets no reason.
    if (query.set_reasons && !query.record->prefer)
        set_reason(state, state.jobs.at(query.record->slot), reason, description);
}

/// Sets the reason for a conflicting reservation, or for the job's own one that cannot be used
/// (spec 9.2).
Attempt
refuse_reservation(ClusterState& state, AttemptQuery const& query, ReservationAnswer::Kind kind) {
    switch (kind) {
        case ReservationAnswer::Kind::maintenance:
            set_reason(state, query, Reason::node_not_avail, Description::reserved_for_maintenance);
            return Attempt::not_available;
        case ReservationAnswer::Kind::ended: {
            auto& job = state.jobs.at(query.record->slot);
            job.held = true;
            job.priorities.fill(0);
            job.priority = 0;
            leave_queue(state.jobs.queue, job);
            set_reason(state, job, Reason::reservation_deleted);
            state.jobs.queue.waiting().push_back(query.record->slot);
            return Attempt::reservation;
        }
        default: set_reason(state, query, Reason::reservation); return Attempt::reservation;
    }
}

/// True if the pass excludes nodes without which the job could never run, although it could use all
/// remaining ones (observed).
bool would_need_others(ClusterState& state,
                       AttemptQuery const& query,
                       ResourceRequest const& request,
                       NodeSet const& candidates) {
    auto const& job = state.jobs.at(query.record->slot);
    if (candidates.contains_all(choice_of(job, *query.record).nodes.front()) ||
        candidates.intersects(state.nodes.completing) ||
        (!queue_may_preempt(state.settings()) && !state.nodes.use.share().contains_all(candidates)))
        return false;
    return !select_nodes(*state.config.site,
                         state.selection.scratch,
                         {state.nodes.use, candidates},
                         request,
                         SelectMode::ever);
}

/// Finds why a selection failed (spec 2.5.5).
Attempt explain_failure(ClusterState& state,
                        AttemptQuery const& query,
                        ResourceRequest const& request,
                        NodeSet const& candidates) {
    auto const& job = state.jobs.at(query.record->slot);
    // Another partition may suit the job; this one is not blocked by it (observed).
    if (choice_of(job, *query.record).never) return Attempt::never;
    if (counts_conflict(*state.config.site,
                        state.selection.scratch,
                        {.choice = &choice_of(job, *query.record),
                         .request = &request,
                         .use = &state.nodes.use,
                         .mode = SelectMode::run_now},
                        candidates))
        return Attempt::never;
    auto const limit = limit_on_failure(state, job, query.record->choice, {request, candidates});
    if (limit != Reason::none) {
        set_reason(state, query, limit);
        return Attempt::accounting;
    }
    if (candidates.count() < request.min_nodes ||
        would_need_others(state, query, request, candidates)) {
        auto const& nodes = state.nodes_of(request.partition);
        bool const all_up = state.nodes.available.contains_all(nodes);
        set_reason(state,
                   query,
                   Reason::node_not_avail,
                   all_up ? Description::may_be_reserved : Description::unavailable_nodes);
        return Attempt::not_available;
    }
    set_reason(state, query, Reason::resources);
    return Attempt::busy;
}

/// Sets the weights of all nodes that the job may ever have; backfill only of the nodes that it
/// offers.
void weigh_choice(ClusterState& state,
                  Job const& job,
                  std::int32_t choice,
                  NodeSet const* offered) {
    if (!state.accounting.limit_plan->enforced() && state.selection.scratch.near_left.empty())
        return;
    auto const& alternatives = job.spec->choices[static_cast<std::size_t>(choice)].nodes;
    auto nodes = alternatives.front();
    for (auto const& one : alternatives) nodes |= one;
    if (offered != nullptr) nodes &= *offered;
    forget_near(state.selection.scratch, nodes);
    if (state.accounting.limit_plan->enforced()) {
        weigh_nodes(state.selection.scratch,
                    state.accounting.counts,
                    groups_of(state.config, job, choice),
                    nodes);
    }
}

std::optional<Allocation> select_among(ClusterState& state,
                                       PartitionChoice const& choice,
                                       ResourceRequest const& request,
                                       std::int32_t leaves,
                                       NodeSet const& allowed) {
    NodeSet candidates;
    for (auto const& alternative : choice.nodes) {
        candidates = alternative;
        candidates &= allowed;
        auto found = select_for(*state.config.site,
                                state.selection.scratch,
                                {&choice, &request, &state.nodes.use, leaves, SelectMode::run_now},
                                candidates);
        if (found) return found;
    }
    return std::nullopt;
}

/// True if backfill tests a job that could preempt others. If a limit then stops the job, this is a
/// change that triggers the next cycle (observed).
bool could_preempt(ClusterState& state, AttemptQuery const& query) {
    if (query.by != StartedBy::backfill) return false;
    auto const& record = *query.record;
    auto const victims = preemption_candidates(state, state.jobs.at(record.slot), record.choice);
    return victims && !victims->empty();
}

/// The partition and the limits that need no selection. Sets the reason of a refusal.
std::optional<Attempt> refuse_by_limits(ClusterState& state, AttemptQuery const& query) {
    auto const choice = query.record->choice;
    auto& job = state.jobs.at(query.record->slot);
    if (auto const refused = admission(*state.config.site, job, choice); refused != Reason::none) {
        set_reason(state, query, refused);
        return Attempt::part_config;
    }
    if (is_accounting(job.reason)) set_reason(state, query, Reason::none);
    auto limit = limit_before_selection(state.accounting, state.config, job, choice);
    if (limit == Reason::none) {
        // This comes before any node is weighed or tested.
        limit = limit_of_nodes(state.accounting, state.config, job, choice);
    }
    if (limit == Reason::none) return std::nullopt;
    set_reason(state, query, limit);
    return Attempt::accounting;
}

ReservationAnswer test_reservations(ClusterState const& state, QueueRecord const& record) {
    auto const& job = state.jobs.at(record.slot);
    auto const& choice = choice_of(job, record);
    ReservationQuery asked;
    asked.when = state.clock.now();
    asked.duration = effective_limit(*state.config.site, job, choice.partition).seconds();
    asked.own = record.reservation;
    asked.partition = &state.nodes_of(choice.partition);
    asked.partition_index = choice.partition;
    asked.required = choice.request.has_required() ? &choice.request.required : nullptr;
    return state.nodes.reservations.test(asked, state.clock.now());
}

/// The nodes of a job, and the preemption that frees them if they are not free.
struct Choice {
    std::optional<Allocation> allocation;
    std::optional<PreemptionPlan> plan;
};

Choice choose(ClusterState& state,
              AttemptQuery const& query,
              ResourceRequest const& request,
              NodeSet const& offered) {
    auto const& record = *query.record;
    auto& job = state.jobs.at(record.slot);
    auto const& choice = choice_of(job, record);
    auto allowed = offered;
    allowed -= state.nodes.completing;
    auto const leaves = leaves_allowed(state, record.slot);
    weigh_choice(state, job, record.choice, query.by == StartedBy::backfill ? &offered : nullptr);
    Choice chosen;
    chosen.allocation = select_among(state, choice, request, leaves, allowed);
    if (!chosen.allocation && takes_extra_row(state, record)) {
        auto beside = request;
        beside.extra_row = beside.sharing;
        chosen.allocation = select_among(state, choice, beside, leaves, allowed);
    }
    if (!chosen.allocation) {
        auto candidates = choice.nodes.front();
        candidates &= allowed;
        chosen.plan = plan_preemption(state, record, request, candidates);
        if (chosen.plan) chosen.allocation = chosen.plan->allocation;
    }
    return chosen;
}

AttemptOutcome start_on(ClusterState& state, AttemptQuery const& query, Allocation on) {
    auto const& record = *query.record;
    auto const slot = state.jobs.split_task(record.slot);
    // The tasks that still wait may preempt at once (spec 7.5.3).
    if (slot != record.slot) state.jobs.at(record.slot).preempted_at.reset();
    state.jobs.at(slot).reservation = record.reservation;
    start_job(state, slot, record.choice, std::move(on), query.by);
    if (record.reservation)
        state.nodes.reservations.renew(state.nodes.use.idle(), state.nodes.available);
    AttemptOutcome outcome = Attempt::started;
    outcome.started = slot;
    return outcome;
}

}  // namespace

std::int32_t leaves_allowed(ClusterState& state, JobSlot slot) {
    auto& job = state.jobs.at(slot);
    auto const& wanted = job.spec->request.switches;
    if (wanted.count == 0) return any_leaves;
    if (!job.switch_wait_since) job.switch_wait_since = state.clock.now();
    Seconds const cap{state.settings().scheduler.max_switch_wait};
    auto const patience = std::min(wanted.wait.value_or(cap), cap);
    return state.clock.now() - *job.switch_wait_since < patience ? wanted.count : any_leaves;
}

AttemptOutcome try_start(ClusterState& state, AttemptQuery const& query) {
    if (auto const refused = refuse_by_limits(state, query)) return *refused;
    auto const& record = *query.record;
    auto const answer = test_reservations(state, record);
    if (answer.kind != ReservationAnswer::Kind::usable)
        return refuse_reservation(state, query, answer.kind);
    // Other jobs hold every node of the job's own reservation at some time of its run.
    if (record.reservation && answer.allowed && answer.allowed->empty())
        return refuse_reservation(state, query, ReservationAnswer::Kind::busy);
    auto& job = state.jobs.at(record.slot);
    auto const request = bounded_request(state.accounting, state.config, job, record.choice);
    auto offered = *query.usable;
    if (answer.allowed) offered &= *answer.allowed;
    auto choice = choose(state, query, request, offered);
    if (!choice.allocation) {
        auto candidates = choice_of(job, record).nodes.front();
        candidates &= offered;
        test_only(state, request, candidates);
        return explain_failure(state, query, request, candidates);
    }
    auto& plan = choice.plan;
    // Nodes of jobs to be preempted count in full, even if the group already uses them (observed).
    auto const counted = plan ? NodesCounted::all : NodesCounted::not_yet_used;
    auto const limit = limit_on_selection(
        state.accounting, state.config, job, record.choice, {*choice.allocation, counted});
    if (limit != Reason::none) {
        set_reason(state, query, limit);
        if (!plan && could_preempt(state, query)) state.touch();
        return Attempt::accounting;
    }
    if (plan) {
        preempt(state, record.slot, *plan);
        if (query.by == StartedBy::backfill)
            state.touch();  // also if earlier victims have not ended yet (observed)
        set_reason(state, query, Reason::resources);
        return Attempt::busy;
    }
    return start_on(state, query, std::move(*choice.allocation));
}

}  // namespace clustersim::slurm
