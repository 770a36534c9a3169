// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/controller/job_counts.hpp"

#include <algorithm>
#include <vector>

namespace clustersim::slurm {

JobGroups groups_of(Configuration const& config, Job const& job, std::int32_t choice) {
    auto const& spec = *job.spec;
    JobGroups groups;
    groups.association = spec.association;
    groups.qos = spec.qos;
    groups.partition_qos = config.partition_qos[static_cast<std::size_t>(
        spec.choices[static_cast<std::size_t>(choice)].partition)];
    groups.user = spec.user;
    groups.account = spec.account;
    return groups;
}

void count_waiting(UsageCounts& counts,
                   Configuration const& config,
                   Job const& job,
                   std::int64_t tasks) {
    auto groups = groups_of(config, job, 0);
    counts.add_submit(groups, tasks);
    std::vector<std::int32_t> counted{groups.partition_qos, groups.qos};
    groups.association = groups.qos = -1;
    for (std::int32_t choice = 1; choice < std::ssize(job.spec->choices); ++choice) {
        groups.partition_qos = groups_of(config, job, choice).partition_qos;
        if (std::ranges::find(counted, groups.partition_qos) == counted.end()) {
            counts.add_submit(groups, tasks);
            counted.push_back(groups.partition_qos);
        }
    }
}

void count_choice(UsageCounts& counts, Configuration const& config, Job const& job, bool starts) {
    if (job.spec->choices.size() > 1) {
        count_waiting(counts, config, job, starts ? -1 : 1);
        counts.add_submit(groups_of(config, job, job.choice), starts ? 1 : -1);
    }
}

void count_start(UsageCounts& counts, Configuration const& config, Job const& job) {
    auto const groups = groups_of(config, job, job.choice);
    if (counts.plan().stages(groups).any()) {
        auto const nodes = node_set(job.allocation, config.site->nodes.size());
        counts.start({groups, job.allocated_tres, &nodes}, job.end - job.start);
    }
}

void count_end(UsageCounts& counts, Configuration const& config, Job const& job) {
    auto const groups = groups_of(config, job, job.choice);
    if (counts.plan().stages(groups).any()) {
        auto const nodes = node_set(job.allocation, config.site->nodes.size());
        auto const left = job.end - job.suspension.end_moved - job.usage_until;
        counts.end({groups, job.allocated_tres, &nodes}, std::max(Seconds{}, left));
    }
}

}  // namespace clustersim::slurm
