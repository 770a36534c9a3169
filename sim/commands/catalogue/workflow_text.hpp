// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/loaded_system.hpp"

#include <string>

namespace clustersim {

/// Managers of workflows that choose a partition by a file.
enum class WorkflowManager { snakemake, nextflow };

/// The partitions of a machine with their limits, as such a manager reads them: the partition table of Snakemake's Slurm
/// executor, or a nextflow.config. Partitions that are not for production are comments.
std::string workflow_text(LoadedSystem const& machine, WorkflowManager manager);

}  // namespace clustersim
