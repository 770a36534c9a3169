// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/node_groups.hpp"
#include "sim/study/job_script.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The partitions of a machine file in which a script's job may start.
struct ScriptPartitions {
    std::vector<Partition const*> all;  ///< at least one; the first is the one that is simulated
    std::string why;                    ///< why the first one, if the script names none
    /// The Slurm partition of the first, if the scenario may name that one: it then chooses among its kinds of nodes.
    std::string slurm_name{};
    bool by_amount = false;  ///< cores, memory or disk decide on the kind of node
};

/// Whether a partition has the GPUs that the script asks for, if it asks for any.
bool suits_gpus(JobScript const& script, System const& system, Partition const& partition);

/// The groups whose nodes have the features and the amounts that the script asks of each.
NodeGroups suited_to(JobScript const& script, System const& system, NodeGroups const& groups);

/// The partitions that the script names, or the one that its job gets without a name: the only one with its QOS, the
/// site's default if it has the GPUs, else the first for production that has them. Of a partition with several kinds of
/// nodes, the first with what the job asks for by -C, --mem and GRES. Errors at the line: an unknown partition, GPUs of a
/// type that the partition has not.
Result<ScriptPartitions> script_partitions(JobScript const& script, System const& system);

}  // namespace clustersim
