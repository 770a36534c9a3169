// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_place.hpp"

#include "sim/scenario/named_inputs.hpp"

#include <fmt/format.h>

namespace clustersim {
namespace {

/// The devices of a node: "4 × NVIDIA A100"; the name in Slurm if there is no description.
std::string device_text(NodeType const& type, Accelerator const* accelerator) {
    if (accelerator != nullptr) return fmt::format("{} × {}", type.gpus, accelerator->model);
    if (type.gpus > 0)
        return fmt::format("{} × {}", type.gpus, type.gres.empty() ? "GPU" : type.gres);
    return fmt::format("{} cores, {}", type.cores, type.cpu_model);
}

}  // namespace

void set_place(ResolvedRun& run, NodeGroups const& groups) {
    System const& system = run.system->system;
    run.partition = groups.front();
    run.node_type = &system.node_type_of(*run.partition);
    Accelerator const* accelerator = system.accelerator_of(*run.node_type);
    run.place = {.system = system.name,
                 .title = system.title,
                 .partition = run.partition->name,
                 .device = device_text(*run.node_type, accelerator),
                 .partition_nodes = run.partition->nodes,
                 .whole_nodes = run.partition->exclusive,
                 .bill_unit = run.partition->billing.unit,
                 .access = system.access_to(*run.node_type)};
    for (std::size_t i = 1; i < groups.size(); ++i) run.place.partition_nodes += groups[i]->nodes;
}

Diagnostics only_slurm(std::string_view what) {
    Diagnostics problems;
    problems.add(problem(Code::inconsistent,
                         fmt::format("only `scheduler: slurm` supports {}", what),
                         "the teaching policies consider one partition and no users"));
    return problems;
}

bool names_own_place(JobSpec const& spec) {
    return spec.partition || spec.qos;
}

std::shared_ptr<ResolvedRun>
run_elsewhere(JobSpec const& spec, ResolvedRun const& run, Diagnostics& problems) {
    std::string_view const key = spec.partition ? "partition" : "qos";
    if (run.slurm == nullptr) {
        problems.append(at_key(only_slurm("a partition or QOS of a single job"), spec.place, key));
        return nullptr;
    }
    System const& system = run.system->system;
    Partition const* const own =
        spec.partition ? system.find_partition(*spec.partition) : run.partition;
    if (own == nullptr) {
        problems.append(at_key(unknown_partition(system, *spec.partition), spec.place, key));
        return nullptr;
    }
    auto there = std::make_shared<ResolvedRun>(run);
    there->jobs.clear();
    there->warnings = {};
    there->fabric = nullptr;
    if (spec.qos || own->slurm_name != run.partition->slurm_name) there->scenario.qos = spec.qos;
    set_place(*there, {own});
    SlurmSetup slurm = *run.slurm;
    slurm.place = slurm_place(system, *own);
    there->slurm = std::make_shared<SlurmSetup const>(std::move(slurm));
    return there;
}

}  // namespace clustersim
