// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_costs.hpp"

#include "sim/scenario/campaign_plan.hpp"

#include <algorithm>
#include <cmath>

namespace clustersim {

NodeShare share_of(JobSpec const& spec, Partition const& partition, NodeType const& type) {
    NodeShare share = whole_nodes(type, spec.nodes);
    if (!spec.gpus || *spec.gpus == type.gpus) return share;
    double const part = static_cast<double>(*spec.gpus) / type.gpus;
    share.devices = *spec.gpus;
    share.cores = static_cast<int>(std::ceil(part * type.cores));
    if (partition.fixed) share.cores = partition.fixed->cores;
    share.memory = share.memory * part;
    return share;
}

double
utilisation_of(JobSpec const& spec, JobPrediction const& prediction, NodePower const& power) {
    if (prediction.training)
        return prediction.training->step.utilisation() * prediction.training_share;
    if (prediction.generic) return prediction.generic->step.utilisation * prediction.training_share;
    auto const* fixed = std::get_if<FixedWork>(&spec.work);
    Watts const span = power.device_training - power.device_idle;
    if (fixed == nullptr || !fixed->gpu_power || span <= Watts{}) return 1.0;
    return std::clamp((*fixed->gpu_power - power.device_idle) / span, 0.0, 1.0);
}

void add_costs(JobPrediction& prediction, JobSpec const& spec, ResolvedRun const& run) {
    NodeShare const share = share_of(spec, *run.partition, *run.node_type);
    prediction.bill = bill_of(*run.partition, *run.node_type, share, prediction.runtime.value);
    NodePower power = node_power(run.system->system, *run.node_type);
    double const utilisation = utilisation_of(spec, prediction, power);
    if (run.node_type->gpus > 0 && share.devices < run.node_type->gpus) {
        // Other jobs use the rest of a shared node.
        double const part = static_cast<double>(share.devices) / run.node_type->gpus;
        power.base = power.base * part;
        power.devices = share.devices;
    }
    double trains = utilisation;
    if (prediction.campaign) {
        prediction.campaign->share = share;
        prediction.campaign->power = power;
        prediction.campaign->utilisation = utilisation;
        trains *= training_share(prediction.campaign->plan);
    }
    prediction.energy = energy_of(power, prediction.nodes, prediction.runtime.value, trains);
}

}  // namespace clustersim
