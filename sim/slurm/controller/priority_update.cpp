// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/priority_update.hpp"

#include "sim/slurm/controller/lifecycle.hpp"
#include "sim/slurm/priority/usage_reset.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool multifactor(ClusterState const& state) {
    return state.settings().priority.type == PriorityType::multifactor;
}

JobSize size_of(ClusterState const& state, Job const& job, PartitionChoice const& choice) {
    JobSize size;
    size.min_nodes = choice.request.min_nodes;
    size.cpus = job.estimated_cpus > 0 ? job.estimated_cpus : choice.request.min_cpus;
    size.limit_minutes =
        job.limit_minutes ? job.limit_minutes : state.partition(choice.partition).max_minutes;
    return size;
}

PriorityFactors
factors_of(ClusterState const& state, Job const& job, PartitionChoice const& choice) {
    auto const& weights = *state.multifactor;
    PriorityFactors factors;
    std::optional<Instant> accrue;
    if (job.accrue) {
        accrue = Instant{*job.accrue};
    }
    factors.age = weights.age_factor(accrue, Instant{state.now});
    factors.assoc = weights.association_factor(job.spec->association);
    factors.fairshare = state.fairshare.factor(job.spec->association);
    factors.job_size = weights.job_size_factor(size_of(state, job, choice));
    factors.partition = weights.partition_factor(choice.partition);
    factors.qos = weights.qos_factor(job.spec->qos);
    factors.tres = weights.tres_factors(choice.partition, job.spec->tres);
    factors.nice = job.nice;
    return factors;
}

/// The two terms that time changes, and the size when an estimate has changed it.
void refresh(ClusterState const& state, Job& job) {
    auto const& weights = *state.multifactor;
    std::optional<Instant> accrue;
    if (job.accrue) {
        accrue = Instant{*job.accrue};
    }
    auto const age = weights.age_factor(accrue, Instant{state.now});
    auto const fairshare = state.fairshare.factor(job.spec->association);
    for (std::size_t i = 0; i < job.factors.size(); ++i) {
        auto& weighted = job.factors[i];
        weights.reweigh(weighted, age, fairshare);
        if (weights.settings().weight_job_size != 0) {
            weighted.job_size = weights.settings().weight_job_size *
                                weights.job_size_factor(size_of(state, job, job.spec->choices[i]));
        }
        auto const fresh = combine(weighted);
        job.priorities[i] =
            weights.settings().incr_only ? std::max(fresh, job.priorities[i]) : fresh;
    }
    job.priority = job.priorities[static_cast<std::size_t>(job.choice)];
}

}  // namespace

void set_priorities(ClusterState& state, Job& job) {
    auto const& choices = job.spec->choices;
    job.priorities.resize(choices.size());
    if (!multifactor(state)) {
        if (!job.priority_set) {
            std::fill(job.priorities.begin(), job.priorities.end(), state.basic.next(job.nice));
        }
    } else if (!job.priority_set) {
        job.factors.clear();
        state.fairshare.refresh(job.spec->association, state.usage);
        for (std::size_t i = 0; i < choices.size(); ++i) {
            job.factors.push_back(state.multifactor->weigh(factors_of(state, job, choices[i])));
            job.priorities[i] = combine(job.factors[i]);
        }
    }
    if (job.held) {
        std::fill(job.priorities.begin(), job.priorities.end(), 0);
    }
    job.priority = job.priorities[static_cast<std::size_t>(job.choice)];
}

void charge_usage(ClusterState& state, Job& job, std::int64_t until) {
    auto const elapsed = until - job.usage_until;
    if (elapsed <= 0) {
        return;
    }
    auto const groups = groups_of(state, job, job.choice);
    double const factor =
        job.spec->qos < 0 ? 1.0
                          : state.site->qos[static_cast<std::size_t>(job.spec->qos)].usage_factor;
    if (groups.association >= 0) {
        std::int32_t qos[2];
        std::size_t count = 0;
        if (groups.qos >= 0) {
            qos[count++] = groups.qos;
        }
        if (groups.partition_qos >= 0 && groups.partition_qos != groups.qos) {
            qos[count++] = groups.partition_qos;
        }
        state.usage.charge(groups.association,
                           std::span(qos, count),
                           Charge{Seconds{elapsed}, job.billing, factor, job.allocated_tres});
    }
    if (state.limit_plan->stages(groups).any()) {
        JobUse const hold{groups, job.allocated_tres, nullptr};
        auto const limit_left = job.end - job.suspension.end_moved - job.usage_until;
        state.counts.run_down(hold, Seconds{std::clamp<std::int64_t>(limit_left, 0, elapsed)});
    }
    job.usage_until = until;
}

void priority_tick(ClusterState& state) {
    if (!multifactor(state)) {
        return;
    }
    Seconds const since{state.now - state.last_usage};
    state.last_usage = state.now;
    if (state.next_reset <= state.now) {
        state.usage.reset();
        state.next_reset =
            next_usage_reset(state.settings().priority.usage_reset, Instant{state.now}, Seconds{0})
                .since_origin;
    }
    state.usage.decay(since);
    auto slots = state.queue.pending_slots(state.jobs);
    if (state.fairshare.lazy()) {
        // Accounts are seen as before the new usage, users as the jobs created before have left it.
        state.fairshare.begin_update(state.usage);
        slots.insert(slots.end(), state.running.begin(), state.running.end());
        std::sort(slots.begin(), slots.end(), [&](JobSlot a, JobSlot b) {
            return state.jobs.at(a).sequence < state.jobs.at(b).sequence;
        });
    } else {
        for (auto const slot : state.running) {
            charge_usage(state, state.jobs.at(slot), state.now);
        }
        state.fairshare.update(state.usage);
    }
    bool any = false;
    for (auto const slot : slots) {
        auto& job = state.jobs.at(slot);
        if (!job.pending()) {
            charge_usage(state, job, state.now);
            continue;
        }
        if (job.held || job.priority_set) {
            continue;
        }
        any = true;
        // Without an accounting database a priority stays what it was at the submission (observed).
        if (state.settings().accounting_storage) {
            state.fairshare.refresh(job.spec->association, state.usage);
            refresh(state, job);
        }
    }
    if (any) {
        state.queue.resort(state.jobs);
        state.touch();
    }
}

}  // namespace clustersim::slurm
