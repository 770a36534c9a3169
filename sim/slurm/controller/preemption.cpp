// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/preemption.hpp"

#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

/// Number of the chosen nodes that a job uses.
std::int32_t overlap(Job const& job, NodeSet const& chosen) {
    return static_cast<std::int32_t>(std::count_if(
        job.allocation.nodes.begin(),
        job.allocation.nodes.end(),
        [&](NodeShare const& share) { return chosen.contains(share.node); }));
}

/// True if preemption also releases the memory of a job.
bool leaves_nodes(PreemptMode mode) {
    return mode == PreemptMode::requeue || mode == PreemptMode::cancel;
}

/// Ends a victim, or starts its grace time (spec 7.5.1, 7.5.2).
void stop_victim(ClusterState& state, JobSlot slot) {
    auto& victim = state.jobs.at(slot);
    // No grace time begins for a victim that the end of another one has displaced (gang scheduling).
    if (!victim.runs()) return;
    auto const grace = grace_of(*state.config.site, victim);
    if (!victim.grace_began) {
        victim.grace_began = state.clock.now();
        if (grace > Seconds{}) {
            victim.end = std::min(victim.end, state.clock.now() + grace);
            state.jobs.running.sort(state.jobs.table, slot);
        }
    }
    if (state.clock.now() < *victim.grace_began + grace) return;
    if (mode_of(*state.config.site, victim) == PreemptMode::requeue)
        requeue_job(state, slot, JobState::preempted);
    else
        kill_job(state, slot, JobState::preempted, Reason::none);
}

/// Moves the last of the first `taken` candidates to the front; the others follow it by the number
/// of chosen nodes that they use, unless their order is strict.
void put_last_first(ClusterState const& state,
                    std::vector<JobSlot>& candidates,
                    std::size_t taken,
                    NodeSet const& chosen) {
    auto const last = candidates.begin() + static_cast<std::ptrdiff_t>(taken) - 1;
    if (state.settings().scheduler.preempt_strict_order) {
        std::rotate(candidates.begin(), last, last + 1);
        return;
    }
    auto const useful = *last;
    auto const rank = [&](JobSlot slot) {
        return slot == useful ? INT32_MAX : overlap(state.jobs.at(slot), chosen);
    };
    std::stable_sort(
        candidates.begin(), last + 1, [&](JobSlot a, JobSlot b) { return rank(a) > rank(b); });
}

/// Removes candidates one after another until the job fits; then checks whether fewer would
/// suffice.
std::optional<PreemptionPlan> choose_victims(ClusterState& state,
                                             std::vector<JobSlot> candidates,
                                             ResourceRequest const& request,
                                             NodeSet const& nodes) {
    auto const& scheduler = state.settings().scheduler;
    auto reorders = scheduler.preempt_reorder_count + 1;
    for (;;) {
        NodeUse future = state.nodes.use;
        std::size_t taken = 0;
        std::optional<Allocation> fits;
        while (taken < candidates.size() && !fits) {
            auto const& job = state.jobs.at(candidates[taken++]);
            auto const mode = mode_of(*state.config.site, job);
            if (!leaves_nodes(mode)) continue;
            future.remove(job.allocation, job.chosen().kind, job.suspension.held);
            fits = select_nodes(*state.config.site,
                                state.selection.scratch,
                                {future, nodes},
                                request,
                                SelectMode::run_now);
        }
        if (!fits) return std::nullopt;
        auto const chosen = node_set(*fits, state.config.site->nodes.size());
        if (--reorders > 0 &&
            static_cast<std::int64_t>(candidates.size()) > scheduler.preempt_reorder_count) {
            put_last_first(state, candidates, taken, chosen);
            continue;
        }
        PreemptionPlan plan;
        for (std::size_t i = 0; i < taken; ++i) {
            auto const& job = state.jobs.at(candidates[i]);
            if (leaves_nodes(mode_of(*state.config.site, job)) && overlap(job, chosen) > 0)
                plan.victims.push_back(candidates[i]);
        }
        plan.allocation = std::move(*fits);
        return plan;
    }
}

/// The running jobs that a job may preempt, in Slurm's order (spec 7.3).
std::vector<JobSlot>
find_candidates(ClusterState const& state, Job const& preemptor, std::int32_t choice) {
    std::vector<JobSlot> found;
    auto const& nodes = state.nodes_of(partition_of(preemptor, choice));
    for (auto const slot : state.jobs.running) {
        auto const& job = state.jobs.at(slot);
        if (!can_preempt(state.config, preemptor, choice, job, job.choice) ||
            exempt(*state.config.site, job, state.clock.now()) ||
            mode_of(*state.config.site, job) == PreemptMode::off || overlap(job, nodes) == 0)
            continue;
        found.push_back(slot);
    }
    bool const youngest = state.settings().scheduler.preempt_youngest_first;
    std::sort(found.begin(), found.end(), [&](JobSlot a, JobSlot b) {
        auto const& first = state.jobs.at(a);
        auto const& second = state.jobs.at(b);
        if (youngest && first.start != second.start) return first.start > second.start;
        auto const key_a = youngest ? 0 : victim_rank(*state.config.site, first);
        auto const key_b = youngest ? 0 : victim_rank(*state.config.site, second);
        return key_a != key_b ? key_a < key_b : first.sequence < second.sequence;
    });
    return found;
}

}  // namespace

std::shared_ptr<std::vector<JobSlot> const>
preemption_candidates(ClusterState& state, Job const& preemptor, std::int32_t choice) {
    auto const& settings = state.settings();
    auto const partition = partition_of(preemptor, choice);
    if (!queue_may_preempt(settings)) return nullptr;
    if (settings.preempt_type == PreemptType::qos) {
        if (!state.config.preemption.from_qos(preemptor.spec->qos)) return nullptr;
        return std::make_shared<std::vector<JobSlot> const>(
            find_candidates(state, preemptor, choice));
    }
    if (!state.config.preemption.from(partition)) return nullptr;
    // The same for all jobs of the partition until a job starts or ends.
    state.selection.victims.resize(state.config.site->partitions.size());
    auto& known = state.selection.victims[static_cast<std::size_t>(partition)];
    if (!known.slots || known.now != state.clock.now() ||
        known.running_changes != state.jobs.running.changes()) {
        known.slots =
            std::make_shared<std::vector<JobSlot> const>(find_candidates(state, preemptor, choice));
        known.now = state.clock.now();
        known.running_changes = state.jobs.running.changes();
    }
    return known.slots;
}

bool takes_extra_row(ClusterState& state, QueueRecord const& record) {
    if (!state.settings().gang || state.settings().preempt_type != PreemptType::qos) return false;
    auto const victims = preemption_candidates(state, state.jobs.at(record.slot), record.choice);
    return victims && !victims->empty() &&
           only_suspends(*state.config.site, state.jobs.at(victims->front()));
}

std::optional<PreemptionPlan> plan_preemption(ClusterState& state,
                                              QueueRecord const& record,
                                              ResourceRequest const& request,
                                              NodeSet const& candidates) {
    auto const victims = preemption_candidates(state, state.jobs.at(record.slot), record.choice);
    if (!victims || victims->empty()) return std::nullopt;
    return choose_victims(state, *victims, request, candidates);
}

void preempt(ClusterState& state, JobSlot slot, PreemptionPlan const& plan) {
    auto& job = state.jobs.at(slot);
    bool const again = job.is_meta() && job.preempt_pass == state.triggers.pass;
    job.preempt_pass = state.triggers.pass;
    // Victims signalled a moment ago have not ended yet: no others are stopped for this job (spec
    // 7.5.3).
    Seconds const patience{state.settings().kill_wait + state.settings().message_timeout};
    if (!again && job.preempted_at > state.clock.now() - patience) return;
    job.preempted_at = state.clock.now();
    for (auto const victim : plan.victims) stop_victim(state, victim);
}

void continue_preemption(ClusterState& state) {
    if (!queue_may_preempt(state.settings())) return;
    std::vector<JobSlot> due;
    for (auto const slot : state.jobs.running) {
        auto const& job = state.jobs.at(slot);
        if (grace_is_over(*state.config.site, job, state.clock.now())) due.push_back(slot);
    }
    for (auto const slot : due) stop_victim(state, slot);
}

}  // namespace clustersim::slurm
