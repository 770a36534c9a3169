// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_costs.hpp"

#include "sim/scenario/campaign_plan.hpp"
#include "sim/scenario/job_share.hpp"
#include "sim/scenario/sbatch_request.hpp"

#include <algorithm>

namespace clustersim {
namespace {

/// The share of the accelerators of its nodes that the job asks for; those of whole nodes that it does not use are idle.
double used_share(slurm::JobRequest const& request, NodeShare const& share) {
    double asked = 0.0;
    for (slurm::GresRequest const& one : request.gres) {
        if (one.name != "gpu" || one.count == 0) continue;
        if (one.scope != slurm::GresScope::per_node) return 1.0;
        asked += static_cast<double>(one.count);
    }
    return share.devices > 0 ? std::min(1.0, asked / share.devices) : 0.0;
}

/// The sum over the nodes that Slurm gives the job, which need not be equal.
void add_held_costs(JobPrediction& prediction, ResolvedJob const& job, ResolvedRun const& run) {
    System const& system = run.system->system;
    Duration const time = prediction.runtime.value;
    prediction.bill = bill_of(*run.partition, *run.node_type, {.nodes = 0}, time);
    prediction.energy = {};
    for (HeldNodes const& held : job.held) {
        NodeType const& type = system.node_type_of(*held.partition);
        NodeShare const given = held_share(*held.partition, type, held.share);
        Bill const bill = bill_of(*held.partition, type, held.share, time);
        prediction.bill.node_hours.value += bill.node_hours.value;
        prediction.bill.gpu_hours.value += bill.gpu_hours.value;
        prediction.bill.core_hours.value += bill.core_hours.value;
        prediction.bill.billed += bill.billed;
        NodePower power = node_power(system, type);
        power.share = share_of_node(type, given);
        power.base = power.base * power.share;
        power.devices = given.devices;
        double const used = used_share(job.spec.sbatch->request, given);
        prediction.energy = prediction.energy + energy_of(power, held.share.nodes, time, used);
    }
}

}  // namespace

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

void add_costs(JobPrediction& prediction, ResolvedJob const& job, ResolvedRun const& run) {
    if (run.grid != nullptr)
        prediction.hours =
            AskedHours{run.grid, run.scenario.grid_month, run.system->system.buys_renewable};
    if (!job.held.empty()) return add_held_costs(prediction, job, run);
    JobSpec const& spec = job.spec;
    NodeShare const share = share_of(spec, *run.partition, *run.node_type);
    prediction.bill = bill_of(*run.partition, *run.node_type, share, prediction.runtime.value);
    NodePower power = node_power(run.system->system, *run.node_type);
    NodeType const& type = *run.node_type;
    double trains = prediction.training
                        ? prediction.training->step.power_load() * prediction.training_share
                        : utilisation_of(spec, prediction, power);
    bool const part = spec.resources.part_of_node();
    if (spec.resources.exclusive || run.partition->exclusive) {
        // The accelerators that it does not use are idle.
        if (type.gpus > 0) trains *= static_cast<double>(devices_per_node(spec, type)) / type.gpus;
    } else if (part || share.devices < type.gpus) {
        // Other jobs use the rest of a shared node.
        power.share =
            part ? share_of_node(type, share) : static_cast<double>(share.devices) / type.gpus;
        power.base = power.base * power.share;
        power.devices = share.devices;
    }
    if (prediction.campaign) {
        prediction.campaign->share = share;
        prediction.campaign->power = power;
        prediction.campaign->utilisation = trains;
        trains *= training_share(prediction.campaign->plan);
    }
    prediction.energy = energy_of(power, prediction.nodes, prediction.runtime.value, trains);
}

}  // namespace clustersim
