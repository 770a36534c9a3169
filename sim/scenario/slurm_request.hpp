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

/// A QOS that jobs in a partition may name, and its limits.
struct AdmittingQos {
    std::string name;  ///< its name in the machine file
    std::string slurm_name;
    Limits limits;  ///< the partition's if the QOS has none
};

/// The Slurm options of a job for one partition of a machine file.
struct SlurmPlace {
    std::string partition;           ///< -p
    std::string constraint;          ///< -C
    std::string reservation;         ///< --reservation
    std::string gres_type;           ///< TYPE of --gres=gpu:TYPE:N
    std::int32_t nodes = 0;          ///< nodes that such a job can get
    std::int32_t gpus = 0;           ///< of a node
    std::int32_t cores = 1;          ///< of a node, as Slurm counts them
    std::int64_t memory_mb = 1;      ///< of a node
    std::int64_t local_disk_mb = 0;  ///< of a node
    std::int32_t cores_per_gpu = 1;
    std::int64_t memory_per_gpu_mb = 1;
    bool whole_nodes = false;  ///< jobs get whole nodes only
    std::optional<FixedShare> fixed;
    std::vector<AdmittingQos> qos;  ///< in the order of the machine file; at least one

    /// Whole nodes, or accelerators if nodes are shared.
    [[nodiscard]] double units() const {
        return whole_nodes ? nodes : static_cast<double>(nodes) * gpus;
    }
    /// The name of a QOS in the machine file; its name in Slurm if the file has none.
    [[nodiscard]] std::string file_name_of(std::string const& slurm_qos) const;
};

SlurmPlace slurm_place(System const& system, Partition const& partition);

/// The options of `sbatch` for a job: `units` are accelerators per node, or 1 for whole nodes, as in PoolShape. The
/// caller adds the names of QOS and user.
slurm::JobRequest slurm_request(Job const& job, SlurmPlace const& place);

/// The first QOS that admits the job; null if none does.
AdmittingQos const* admitting_qos(SlurmPlace const& place, Job const& job);

/// Changes a background job so that the site admits it, and returns the first QOS that admits its size. A job below the
/// least size gets that size with the same work, a job above the largest size is reduced to it, and its time is reduced
/// to the limit.
AdmittingQos const& fit_to_site(SlurmPlace const& place, Job& job);

}  // namespace clustersim
