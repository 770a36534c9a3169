// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/stoppable.hpp"

#include "sim/slurm/controller/preemption.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

bool some_qos_preempts(Configuration const& config, JobSpec const& job) {
    if (job.qos < 0) return false;
    auto const& all = config.site->qos;
    auto const& own = all[static_cast<std::size_t>(job.qos)];
    if (own.preempt_mode.value_or(config.settings().preempt_mode) == PreemptMode::off) return false;
    return own.preempt_within || config.settings().preempt_within ||
           std::any_of(all.begin(), all.end(), [&](Qos const& other) {
               return std::find(other.preempt.begin(), other.preempt.end(), own.name) !=
                      other.preempt.end();
           });
}

bool some_partition_preempts(Configuration const& config, JobSpec const& job) {
    auto const partitions = static_cast<std::int32_t>(config.site->partitions.size());
    return std::any_of(job.choices.begin(), job.choices.end(), [&](PartitionChoice const& choice) {
        for (std::int32_t other = 0; other < partitions; ++other)
            if (config.preemption.between(other, choice.partition)) return true;
        return false;
    });
}

}  // namespace

bool may_ever_be_stopped(Configuration const& config, JobSpec const& job) {
    auto const& settings = config.settings();
    if (settings.gang) return true;
    if (!queue_may_preempt(settings)) return false;
    return settings.preempt_type == PreemptType::qos ? some_qos_preempts(config, job)
                                                     : some_partition_preempts(config, job);
}

}  // namespace clustersim::slurm
