// SPDX-License-Identifier: Apache-2.0
#include "sim/study/efficiency.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace clustersim {
namespace {

std::string nodes_key(JobOutcome const& outcome) {
    return "jobs." + outcome.job + ".nodes";
}

/// The settings of a variant except the job's node count. Variants with the same key form one scaling curve.
std::string curve_key(RunAnswer const& run, JobOutcome const& outcome) {
    std::string key = outcome.job + "\n" + run.place.system + "\n" + run.place.partition;
    for (auto const& [name, value] : run.settings)
        if (name != nodes_key(outcome)) key.append("\n").append(name).append("=").append(value);
    return key;
}

bool on_a_curve(RunAnswer const& run, JobOutcome const& outcome) {
    return (outcome.training || outcome.generic) &&
           std::ranges::any_of(
               run.settings,
               [&](auto const& setting) { return setting.first == nodes_key(outcome); });
}

/// Of a training per device, of other work per node; one curve has one kind of node.
double throughput_per_device(JobOutcome const& outcome) {
    if (outcome.generic) {
        GenericStep const& step = outcome.generic->step;
        return step.work / (step.total.si() * outcome.nodes);
    }
    return outcome.training->step.samples_per_second / outcome.gpus;
}

}  // namespace

void add_efficiencies(std::vector<RunAnswer>& runs) {
    std::map<std::string, JobOutcome const*> fewest;
    for (RunAnswer const& run : runs) {
        for (JobOutcome const& outcome : run.outcomes) {
            if (!on_a_curve(run, outcome)) continue;
            JobOutcome const*& base =
                fewest.try_emplace(curve_key(run, outcome), &outcome).first->second;
            if (outcome.nodes < base->nodes) base = &outcome;
        }
    }
    for (RunAnswer& run : runs) {
        for (JobOutcome& outcome : run.outcomes) {
            if (!on_a_curve(run, outcome)) continue;
            JobOutcome const& base = *fewest.at(curve_key(run, outcome));
            outcome.efficiency = throughput_per_device(outcome) / throughput_per_device(base);
            if (outcome.training && outcome.training->epoch && base.training->epoch) {
                outcome.epoch_efficiency = base.training->epoch->total * base.nodes /
                                           (outcome.training->epoch->total * outcome.nodes);
            }
        }
    }
}

}  // namespace clustersim
