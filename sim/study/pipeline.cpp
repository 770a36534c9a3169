// SPDX-License-Identifier: Apache-2.0
#include "sim/study/pipeline.hpp"

#include "sim/study/metric_table.hpp"
#include "sim/study/turnaround.hpp"

#include <algorithm>
#include <utility>
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

std::vector<ChargedAmount> charges_of(std::span<JobOutcome const> outcomes) {
    std::vector<ChargedAmount> charges;
    for (JobOutcome const& outcome : outcomes) {
        auto const value = metric_named("billed").value(outcome);
        if (!value) continue;
        auto const known = std::ranges::find(charges, outcome.bill.unit, &ChargedAmount::unit);
        if (known != charges.end())
            known->amount += *value;
        else
            charges.push_back({*value, outcome.bill.unit});
    }
    return charges;
}

}  // namespace

PipelineAnswer pipeline_of(std::span<JobOutcome const> outcomes) {
    PipelineAnswer answer;
    for (JobOutcome const& outcome : outcomes) answer.tasks += outcome.tasks;
    std::vector<double> ends(outcomes.empty() ? 0 : outcomes.front().replicates(), 0.0);
    for (JobOutcome const& outcome : outcomes) {
        std::vector<double> const last = last_ends(outcome);
        for (std::size_t r = 0; r < ends.size(); ++r) ends[r] = std::max(ends[r], last[r]);
    }
    answer.makespan = range_of(std::move(ends));
    answer.gpu_hours = sum_of("gpu_hours", outcomes);
    answer.node_hours = sum_of("node_hours", outcomes);
    answer.charges = charges_of(outcomes);
    answer.energy = sum_of("energy_J", outcomes);
    for (JobOutcome const& outcome : outcomes)
        if (outcome.gpus > 0 && answer.device.empty()) answer.device = outcome.bill.device;
    return answer;
}

}  // namespace clustersim
