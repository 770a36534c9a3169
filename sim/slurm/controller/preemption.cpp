// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/preemption.hpp"

#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/controller/suspension.hpp"
#include "sim/slurm/select/select_nodes.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

Qos const* qos_of(Site const& site, Job const& job) {
    return job.spec->qos < 0 ? nullptr : &site.qos[static_cast<std::size_t>(job.spec->qos)];
}

std::int32_t partition_of(Job const& job, std::int32_t choice) {
    return job.spec->choices[static_cast<std::size_t>(choice)].partition;
}

Partition const& partition_of(Site const& site, Job const& running) {
    return site.partitions[static_cast<std::size_t>(running.chosen().partition)];
}

PreemptMode mode_named_for(Site const& site, Job const& victim) {
    auto const& settings = site.settings;
    if (settings.preempt_type == PreemptType::qos) {
        auto const* qos = qos_of(site, victim);
        return qos != nullptr && qos->preempt_mode ? *qos->preempt_mode : settings.preempt_mode;
    }
    return partition_of(site, victim).preempt_mode.value_or(settings.preempt_mode);
}

/// The mode of a victim: its QOS' or its partition's, else the cluster's (spec 7.2). Without gang
/// scheduling nobody would resume it.
PreemptMode mode_of(Site const& site, Job const& victim) {
    auto const mode = mode_named_for(site, victim);
    return mode == PreemptMode::suspend && !site.settings.gang ? PreemptMode::off : mode;
}

bool exempt(Site const& site, Job const& victim, std::int64_t now) {
    auto const* qos = qos_of(site, victim);
    auto seconds = qos != nullptr ? qos->preempt_exempt_seconds : std::nullopt;
    if (!seconds) {
        seconds = site.settings.preempt_exempt_seconds;
    }
    return seconds && victim.start + *seconds > now;
}

std::int64_t grace_of(Site const& site, Job const& victim) {
    if (site.settings.preempt_type == PreemptType::qos) {
        auto const* qos = qos_of(site, victim);
        return qos != nullptr ? qos->grace_seconds : 0;
    }
    return partition_of(site, victim).grace_seconds;
}

/// Lowest rank first, then fewest nodes (spec 7.3.2).
std::int64_t order_key(Site const& site, Job const& job) {
    constexpr std::int64_t span = 65536;
    auto const nodes =
        std::min<std::int64_t>(static_cast<std::int64_t>(job.allocation.nodes.size()), span - 1);
    if (site.settings.preempt_type == PreemptType::qos) {
        auto const* qos = qos_of(site, job);
        return (qos != nullptr ? std::min(qos->priority, span - 1) : 0) * span + nodes;
    }
    return std::int64_t{partition_of(site, job).priority_tier} * span + nodes;
}

/// How many of the chosen nodes a job stands on.
std::int32_t overlap(Job const& job, NodeSet const& chosen) {
    return static_cast<std::int32_t>(std::count_if(
        job.allocation.nodes.begin(), job.allocation.nodes.end(), [&](NodeShare const& share) {
            return chosen.contains(share.node);
        }));
}

/// Whether its preemption makes a job leave its memory too.
bool leaves_nodes(PreemptMode mode) {
    return mode == PreemptMode::requeue || mode == PreemptMode::cancel;
}

/// Ends a victim, or lets its grace time begin (spec 7.5.1, 7.5.2).
void stop_victim(ClusterState& state, JobSlot slot) {
    auto& victim = state.jobs.at(slot);
    auto const grace = grace_of(*state.config.site, victim);
    if (victim.preempt_time == 0) {
        victim.preempt_time = state.clock.now();
        if (grace > 0) {
            victim.end = std::min(victim.end, state.clock.now() + grace);
            state.jobs.running.sort(state.jobs.table, slot);
        }
    }
    if (state.clock.now() < victim.preempt_time + grace) {
        return;
    }
    if (mode_of(*state.config.site, victim) == PreemptMode::requeue) {
        requeue_job(state, slot, JobState::preempted);
    } else {
        kill_job(state, slot, JobState::preempted, Reason::none);
    }
}

/// Takes candidates away one after another until the job fits; then looks whether fewer would do.
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
            if (!leaves_nodes(mode)) {
                continue;
            }
            future.remove(job.allocation, job.chosen().kind, job.suspension.held);
            fits = select_nodes(*state.config.site,
                                state.selection.scratch,
                                future,
                                request,
                                nodes,
                                SelectMode::run_now);
        }
        if (!fits) {
            return std::nullopt;
        }
        auto const chosen = node_set(*fits, state.config.site->nodes.size());
        if (--reorders > 0 &&
            static_cast<std::int64_t>(candidates.size()) > scheduler.preempt_reorder_count) {
            auto const last = candidates.begin() + static_cast<std::ptrdiff_t>(taken) - 1;
            if (scheduler.preempt_strict_order) {
                std::rotate(candidates.begin(), last, last + 1);
            } else {
                auto const useful = *last;
                std::stable_sort(candidates.begin(), last + 1, [&](JobSlot a, JobSlot b) {
                    auto const rank = [&](JobSlot slot) {
                        return slot == useful ? INT32_MAX : overlap(state.jobs.at(slot), chosen);
                    };
                    return rank(a) > rank(b);
                });
            }
            continue;
        }
        PreemptionPlan plan;
        for (std::size_t i = 0; i < taken; ++i) {
            auto const& job = state.jobs.at(candidates[i]);
            if (leaves_nodes(mode_of(*state.config.site, job)) && overlap(job, chosen) > 0) {
                plan.victims.push_back(candidates[i]);
            }
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
            mode_of(*state.config.site, job) == PreemptMode::off || overlap(job, nodes) == 0) {
            continue;
        }
        found.push_back(slot);
    }
    bool const youngest = state.settings().scheduler.preempt_youngest_first;
    std::sort(found.begin(), found.end(), [&](JobSlot a, JobSlot b) {
        auto const& first = state.jobs.at(a);
        auto const& second = state.jobs.at(b);
        if (youngest && first.start != second.start) {
            return first.start > second.start;
        }
        auto const key_a = youngest ? 0 : order_key(*state.config.site, first);
        auto const key_b = youngest ? 0 : order_key(*state.config.site, second);
        return key_a != key_b ? key_a < key_b : first.sequence < second.sequence;
    });
    return found;
}

}  // namespace

bool may_be_preempted(Site const& site, Job const& running) {
    return queue_may_preempt(site.settings) && mode_of(site, running) != PreemptMode::off;
}

bool can_preempt(Configuration const& config,
                 Job const& preemptor,
                 std::int32_t preemptor_choice,
                 Job const& victim,
                 std::int32_t victim_choice) {
    auto const& settings = config.settings();
    if (!queue_may_preempt(settings)) {
        return false;
    }
    if (settings.preempt_type == PreemptType::qos) {
        auto const* mine = qos_of(*config.site, preemptor);
        auto const* other = qos_of(*config.site, victim);
        if (mine == nullptr || other == nullptr) {
            return false;
        }
        if (mine == other) {
            return (mine->preempt_within || settings.preempt_within) &&
                   preemptor.priority > victim.priority;
        }
        return std::find(mine->preempt.begin(), mine->preempt.end(), other->name) !=
               mine->preempt.end();
    }
    return config.preemption.between(partition_of(preemptor, preemptor_choice),
                                     partition_of(victim, victim_choice));
}

std::shared_ptr<std::vector<JobSlot> const>
preemption_candidates(ClusterState& state, Job const& preemptor, std::int32_t choice) {
    auto const& settings = state.settings();
    auto const partition = partition_of(preemptor, choice);
    if (!queue_may_preempt(settings) || !state.config.preemption.from(partition)) {
        return nullptr;
    }
    if (settings.preempt_type == PreemptType::qos) {
        return std::make_shared<std::vector<JobSlot> const>(
            find_candidates(state, preemptor, choice));
    }
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
    if (!state.settings().gang || state.settings().preempt_type != PreemptType::qos) {
        return false;
    }
    auto const victims = preemption_candidates(state, state.jobs.at(record.slot), record.choice);
    return victims && !victims->empty() &&
           only_suspends(*state.config.site, state.jobs.at(victims->front()));
}

std::optional<PreemptionPlan> plan_preemption(ClusterState& state,
                                              QueueRecord const& record,
                                              ResourceRequest const& request,
                                              NodeSet const& candidates) {
    auto const victims = preemption_candidates(state, state.jobs.at(record.slot), record.choice);
    if (!victims || victims->empty()) {
        return std::nullopt;
    }
    return choose_victims(state, *victims, request, candidates);
}

void preempt(ClusterState& state, JobSlot slot, PreemptionPlan const& plan) {
    auto& job = state.jobs.at(slot);
    bool const again = job.is_meta() && job.preempt_pass == state.triggers.pass;
    job.preempt_pass = state.triggers.pass;
    // Victims told a moment ago have not gone yet: nobody else is stopped for this job (spec 7.5.3).
    auto const patience = state.settings().kill_wait + state.settings().message_timeout;
    if (!again && job.preempt_started != 0 && job.preempt_started > state.clock.now() - patience) {
        return;
    }
    job.preempt_started = state.clock.now();
    for (auto const victim : plan.victims) {
        stop_victim(state, victim);
    }
}

bool grace_is_over(Site const& site, Job const& victim, std::int64_t now) {
    return victim.preempt_time != 0 && now >= victim.preempt_time + grace_of(site, victim);
}

void displace(ClusterState& state, JobSlot slot) {
    if (!queue_may_preempt(state.settings())) {
        stop_job(state, slot);  // all take turns, nobody is preempted
        return;
    }
    switch (mode_of(*state.config.site, state.jobs.at(slot))) {
        case PreemptMode::requeue: requeue_job(state, slot, JobState::preempted); break;
        case PreemptMode::cancel: kill_job(state, slot, JobState::preempted, Reason::none); break;
        case PreemptMode::suspend: stop_job(state, slot); break;
        case PreemptMode::off: break;
    }
}

bool only_suspends(Site const& site, Job const& victim) {
    return mode_of(site, victim) == PreemptMode::suspend;
}

void continue_preemption(ClusterState& state) {
    if (!queue_may_preempt(state.settings())) {
        return;
    }
    std::vector<JobSlot> due;
    for (auto const slot : state.jobs.running) {
        auto const& job = state.jobs.at(slot);
        if (grace_is_over(*state.config.site, job, state.clock.now())) {
            due.push_back(slot);
        }
    }
    for (auto const slot : due) {
        stop_victim(state, slot);
    }
}

}  // namespace clustersim::slurm
