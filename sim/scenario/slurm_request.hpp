// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"
#include "sim/slurm/request/job_request.hpp"
#include "sim/workload/job.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A QOS that jobs in a partition may name, and what it then admits.
struct AdmittingQos {
    std::string name;  ///< as the machine file says
    std::string slurm_name;
    Limits limits;  ///< the partition's where the QOS has none
};

/// What a job for one partition of a machine file has to say to the machine's Slurm.
struct SlurmPlace {
    std::string partition;       ///< -p
    std::string constraint;      ///< -C
    std::string reservation;     ///< --reservation
    std::string gres_type;       ///< TYPE of --gres=gpu:TYPE:N
    std::int32_t nodes = 0;      ///< that such a job can get
    std::int32_t gpus = 0;       ///< of a node
    std::int32_t cores = 1;      ///< of a node, as Slurm counts them
    std::int64_t memory_mb = 1;  ///< of a node
    std::int32_t cores_per_gpu = 1;
    std::int64_t memory_per_gpu_mb = 1;
    bool whole_nodes = false;  ///< no job gets less
    std::optional<FixedShare> fixed;
    std::vector<AdmittingQos> qos;  ///< in the order of the machine file; at least one
};

SlurmPlace slurm_place(System const& system, Partition const& partition);

/// The options that `sbatch` would get for a job: `units` are accelerators of each node, or 1 for whole
/// nodes, as in PoolShape. Without names of QOS and person, which the caller fills in.
slurm::JobRequest slurm_request(Job const& job, SlurmPlace const& place);

/// The first QOS that admits the job; null when none does.
AdmittingQos const* admitting_qos(SlurmPlace const& place, Job const& job);

/// A background job as the site admits it: under the first QOS that admits its size; below the
/// least size it comes as one of that size with the same work, above the largest it is cut to it, and
/// its time is cut to the limit. Returns that QOS.
AdmittingQos const& fit_to_site(SlurmPlace const& place, Job& job);

}  // namespace clustersim
