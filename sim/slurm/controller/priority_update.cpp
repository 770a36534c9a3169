// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/priority_update.hpp"

#include "sim/slurm/controller/job_counts.hpp"
#include "sim/slurm/controller/job_qos.hpp"
#include "sim/slurm/priority/usage_reset.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool multifactor(Settings const& settings) {
    return settings.priority.type == PriorityType::multifactor;
}

JobSize size_of(Configuration const& config, Job const& job, PartitionChoice const& choice) {
    JobSize size;
    size.min_nodes = choice.request.min_nodes;
    size.cpus = job.estimated_cpus > 0 ? job.estimated_cpus : choice.request.min_cpus;
    size.limit_minutes =
        job.limit ? count_of(job.limit) : config.partition(choice.partition).max_minutes;
    return size;
}

PriorityFactors factors_of(AccountingState const& accounting,
                           Configuration const& config,
                           Job const& job,
                           PartitionChoice const& choice,
                           Instant now) {
    auto const& weights = *config.multifactor;
    PriorityFactors factors;
    factors.age = weights.age_factor(job.accrue, now);
    factors.assoc = weights.association_factor(job.spec->association);
    factors.fairshare = accounting.fairshare.factor(job.spec->association);
    factors.job_size = weights.job_size_factor(size_of(config, job, choice));
    factors.partition = weights.partition_factor(choice.partition);
    factors.qos = weights.qos_factor(job.spec->qos);
    factors.tres = weights.tres_factors(choice.partition, job.spec->tres);
    factors.nice = job.nice;
    return factors;
}

/// True if the priority is calculated anew in every period.
bool is_recomputed(Job const& job) {
    return !job.held && !job.priority_set;
}

/// Updates the two terms that change with time, and the size if an estimate has changed it.
void refresh(AccountingState const& accounting,
             Configuration const& config,
             Job& job,
             Instant now) {
    auto const& weights = *config.multifactor;
    auto const age = weights.age_factor(job.accrue, now);
    auto const fairshare = accounting.fairshare.factor(job.association);
    for (std::size_t i = 0; i < job.factors.size(); ++i) {
        auto& weighted = job.factors[i];
        weights.reweigh(weighted, age, fairshare);
        if (weights.settings().weight_job_size != 0) {
            weighted.job_size = weights.settings().weight_job_size *
                                weights.job_size_factor(size_of(config, job, job.spec->choices[i]));
        }
        auto const fresh = combine(weighted);
        job.priorities[i] =
            weights.settings().incr_only ? std::max(fresh, job.priorities[i]) : fresh;
    }
    job.priority = job.priorities[static_cast<std::size_t>(job.choice)];
}

/// The fair tree: all usage is charged before its one update, so jobs are refreshed in any order. Returns whether there is one.
bool refresh_after_charges(ClusterState& state) {
    auto& jobs = state.jobs;
    auto const now = state.clock.now();
    for (auto const slot : jobs.running)
        charge_usage(state.accounting, state.config, jobs.at(slot), now);
    state.accounting.fairshare.update(state.accounting.usage);
    // Without an accounting database a priority stays as it was at submission (observed).
    bool const stay = !state.settings().accounting_storage;
    bool any = false;
    auto const refresh_one = [&](Job& job) {
        if (!is_recomputed(job)) return;
        any = true;
        if (!stay) refresh(state.accounting, state.config, job, now);
    };
    jobs.queue.for_each_job(jobs.table, refresh_one);
    for (auto const slot : jobs.queue.waiting())
        if (auto& job = jobs.at(slot); job.pending()) refresh_one(job);
    return any;
}

/// Classic fair share: Slurm updates accounts before the new usage is charged, and users after the jobs created before have
/// been charged. Returns whether there is a job to refresh.
bool refresh_in_turn(ClusterState& state) {
    auto slots = state.jobs.pending();
    state.accounting.fairshare.begin_update(state.accounting.usage);
    slots.insert(slots.end(), state.jobs.running.begin(), state.jobs.running.end());
    std::sort(slots.begin(), slots.end(), [&](JobSlot a, JobSlot b) {
        return state.jobs.at(a).sequence < state.jobs.at(b).sequence;
    });
    bool any = false;
    for (auto const slot : slots) {
        auto& job = state.jobs.at(slot);
        if (!job.pending()) {
            charge_usage(state.accounting, state.config, job, state.clock.now());
            continue;
        }
        if (!is_recomputed(job)) continue;
        any = true;
        if (state.settings().accounting_storage) {
            state.accounting.fairshare.refresh(job.association, state.accounting.usage);
            refresh(state.accounting, state.config, job, state.clock.now());
        }
    }
    return any;
}

}  // namespace

void set_priorities(AccountingState& accounting,
                    Configuration const& config,
                    Job& job,
                    Instant now) {
    auto const& choices = job.spec->choices;
    job.priorities.resize(choices.size());
    if (!multifactor(config.settings())) {
        if (!job.priority_set) job.priorities.fill(accounting.basic.next(job.nice));
    } else if (!job.priority_set) {
        job.association = job.spec->association;
        job.factors.resize(choices.size());
        accounting.fairshare.refresh(job.spec->association, accounting.usage);
        for (std::size_t i = 0; i < choices.size(); ++i) {
            job.factors[i] =
                config.multifactor->weigh(factors_of(accounting, config, job, choices[i], now));
            job.priorities[i] = combine(job.factors[i]);
        }
    }
    if (job.held) job.priorities.fill(0);
    job.priority = job.priorities[static_cast<std::size_t>(job.choice)];
}

void charge_usage(AccountingState& accounting,
                  Configuration const& config,
                  Job& job,
                  Instant until) {
    auto const elapsed = until - job.usage_until;
    if (elapsed <= Seconds{}) return;
    auto const groups = groups_of(config, job, job.choice);
    auto const* own = qos_of(*config.site, job);
    double const factor = own == nullptr ? 1.0 : own->usage_factor;
    if (groups.association >= 0) {
        std::int32_t qos[2];
        std::size_t count = 0;
        if (groups.qos >= 0) qos[count++] = groups.qos;
        if (groups.partition_qos >= 0 && groups.partition_qos != groups.qos)
            qos[count++] = groups.partition_qos;
        accounting.usage.charge(groups.association,
                                std::span(qos, count),
                                Charge{elapsed, job.billing, factor, job.allocated_tres});
    }
    if (accounting.limit_plan->stages(groups).any()) {
        JobUse const hold{groups, job.allocated_tres, nullptr};
        auto const limit_left = job.end - job.suspension.end_moved - job.usage_until;
        accounting.counts.run_down(hold, std::clamp(limit_left, Seconds{}, elapsed));
    }
    job.usage_until = until;
}

void priority_tick(ClusterState& state) {
    if (!multifactor(state.settings())) return;
    auto const since = state.clock.now() - state.accounting.last_usage;
    state.accounting.last_usage = state.clock.now();
    if (state.accounting.next_reset <= state.clock.now()) {
        state.accounting.usage.reset();
        state.accounting.next_reset =
            next_usage_reset(state.settings().priority.usage_reset, state.clock.now(), Seconds{0});
    }
    state.accounting.usage.decay(since);
    bool const any =
        state.accounting.fairshare.lazy() ? refresh_in_turn(state) : refresh_after_charges(state);
    if (any) {
        state.jobs.queue.resort(state.jobs.table);
        state.touch();
    }
}

}  // namespace clustersim::slurm
