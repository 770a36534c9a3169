// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/core/quantity.hpp"
#include "sim/scenario/scenario.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// What a job asks of each of its nodes, as far as it decides on which kind of node the job can run.
struct NodeNeeds {
    std::optional<int> cores;
    std::optional<Bytes> memory;
    std::optional<Bytes> local_disk;
    int gpus = 0;
    std::string gpu_type;  ///< as in --gres=gpu:TYPE:N; empty: any
    std::string features;  ///< as in --constraint
    std::string reservation;
};

NodeNeeds needs_of(JobSpec const& spec);

/// The groups whose nodes have what is needed. Nodes of a standing reservation only suit jobs that name it, and those
/// jobs run nowhere else. A feature that no group has excludes none of them: its error is that of Slurm.
NodeGroups suited_groups(System const& system, NodeGroups const& groups, NodeNeeds const& needs);

}  // namespace clustersim
