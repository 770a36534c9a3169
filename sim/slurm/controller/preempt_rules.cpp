// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/preempt_rules.hpp"

#include "sim/slurm/controller/job_qos.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

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

}  // namespace

PreemptMode mode_of(Site const& site, Job const& victim) {
    auto const mode = mode_named_for(site, victim);
    return mode == PreemptMode::suspend && !site.settings.gang ? PreemptMode::off : mode;
}

bool exempt(Site const& site, Job const& victim, Instant now) {
    auto const* qos = qos_of(site, victim);
    auto seconds = qos != nullptr ? qos->preempt_exempt_seconds : std::nullopt;
    if (!seconds) seconds = site.settings.preempt_exempt_seconds;
    return seconds && victim.start + Seconds{*seconds} > now;
}

Seconds grace_of(Site const& site, Job const& victim) {
    if (site.settings.preempt_type == PreemptType::qos) {
        auto const* qos = qos_of(site, victim);
        return {qos != nullptr ? qos->grace_seconds : 0};
    }
    return {partition_of(site, victim).grace_seconds};
}

std::int64_t victim_rank(Site const& site, Job const& job) {
    constexpr std::int64_t span = 65536;
    auto const nodes =
        std::min<std::int64_t>(static_cast<std::int64_t>(job.allocation.nodes.size()), span - 1);
    if (site.settings.preempt_type == PreemptType::qos) {
        auto const* qos = qos_of(site, job);
        return (qos != nullptr ? std::min(qos->priority, span - 1) : 0) * span + nodes;
    }
    return std::int64_t{partition_of(site, job).priority_tier} * span + nodes;
}

bool may_be_preempted(Site const& site, Job const& running) {
    return queue_may_preempt(site.settings) && mode_of(site, running) != PreemptMode::off;
}

bool only_suspends(Site const& site, Job const& victim) {
    return mode_of(site, victim) == PreemptMode::suspend;
}

bool can_preempt(Configuration const& config,
                 Job const& preemptor,
                 std::int32_t preemptor_choice,
                 Job const& victim,
                 std::int32_t victim_choice) {
    auto const& settings = config.settings();
    if (!queue_may_preempt(settings)) return false;
    if (settings.preempt_type == PreemptType::qos) {
        auto const mine = preemptor.spec->qos;
        auto const other = victim.spec->qos;
        return config.preemption.between_qos(mine, other) &&
               (mine != other || preemptor.priority > victim.priority);
    }
    return config.preemption.between(partition_of(preemptor, preemptor_choice),
                                     partition_of(victim, victim_choice));
}

bool grace_is_over(Site const& site, Job const& victim, Instant now) {
    return victim.grace_began && now >= *victim.grace_began + grace_of(site, victim);
}

}  // namespace clustersim::slurm
