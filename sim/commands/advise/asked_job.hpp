// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/advise/node_request.hpp"
#include "sim/commands/advise/script_partition.hpp"
#include "sim/config/document.hpp"
#include "sim/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What a job script asks of one machine, and the scenario that simulates it.
struct AskedJob {
    ScriptPartitions partitions;
    SlurmPlace place;  ///< of the first partition
    NodeRequest nodes;
    bool whole_nodes = false;  ///< the job shares its nodes with no other
    Seconds limit{};           ///< requested, or the partition's default
    Seconds runtime{};         ///< as given, else the limit
    bool knows_runtime = false;
    bool unlimited = false;  ///< Slurm gives it no limit, and a year stands for it
    std::string qos;         ///< named, or the one that the site gives a job that names none
    std::vector<std::string>
        taken;            ///< what the site gives because the script does not say it, in words
    ConfigNode document;  ///< the scenario, with the lines of the script as places
    std::string job;      ///< its name in the scenario
    /// The jobs of the scenario, if the machine's Slurm reads the options of the script itself; empty if the document
    /// describes them.
    std::vector<JobSpec> jobs;

    [[nodiscard]] bool read_by_slurm() const { return !jobs.empty(); }
};

}  // namespace clustersim
