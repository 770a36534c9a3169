// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/slurm_request.hpp"
#include "sim/study/job_script.hpp"

#include <optional>

namespace clustersim {

/// What a script asks of each of its nodes.
struct NodeRequest {
    int nodes = 1;
    int tasks = 1;             ///< of the whole job
    int gpus = 0;              ///< of each node
    std::optional<int> cores;  ///< of each node; absent: what the site gives by default
    std::optional<Bytes> memory;
    bool uneven = false;  ///< some nodes have less than these amounts

    [[nodiscard]] int tasks_per_node() const { return (tasks + nodes - 1) / nodes; }
};

/// The amounts that Slurm would compute from the options, on nodes of this kind. Where the options leave the number of
/// nodes open, the fewest that have what is asked. Errors, at the lines of the options: GPUs or tasks that the nodes
/// cannot share.
Result<NodeRequest> node_request(JobScript const& script, SlurmPlace const& place);

/// The same on a number of nodes that Slurm chose. What they cannot share evenly is rounded up.
NodeRequest request_on(JobScript const& script, SlurmPlace const& place, int nodes);

/// Whether the options ask for GPUs.
bool asks_for_gpus(JobScript const& script);
/// The type of the GPUs, "a100" of `--gres=gpu:a100:1`; empty if any.
std::string gpu_type(JobScript const& script);

}  // namespace clustersim
