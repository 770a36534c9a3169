// SPDX-License-Identifier: Apache-2.0
#include "sim/study/pipeline.hpp"

#include "sim/study/metric.hpp"

#include <algorithm>
#include <vector>

namespace clustersim {
namespace {

/// The sum over the jobs that have this cost; nothing if none has it.
std::optional<double> sum_of(std::string_view name, std::span<JobOutcome const> outcomes) {
    std::optional<double> sum;
    for (JobOutcome const& outcome : outcomes)
        if (auto const value = metric_named(name).value(outcome)) sum = sum.value_or(0.0) + *value;
    return sum;
}

}  // namespace

PipelineAnswer pipeline_of(std::span<JobOutcome const> outcomes) {
    PipelineAnswer answer;
    for (JobOutcome const& outcome : outcomes) answer.tasks += outcome.tasks;
    std::size_t const replicates = outcomes.empty() ? 0 : outcomes.front().replicates();
    std::vector<QueueSample> all;
    for (std::size_t r = 0; r < replicates; ++r) {
        for (JobOutcome const& outcome : outcomes) {
            auto const tasks = static_cast<std::size_t>(outcome.tasks);
            auto const here = std::span(outcome.samples).subspan(r * tasks, tasks);
            all.insert(all.end(), here.begin(), here.end());
        }
    }
    answer.makespan = makespan_range(all, answer.tasks);
    answer.gpu_hours = sum_of("gpu_hours", outcomes);
    answer.node_hours = sum_of("node_hours", outcomes);
    answer.billed = sum_of("billed", outcomes);
    answer.energy = sum_of("energy_J", outcomes);
    return answer;
}

}  // namespace clustersim
