// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/variants.hpp"
#include "sim/study/advise/node_request.hpp"
#include "sim/study/advise/script_limit.hpp"
#include "sim/study/advise/script_partition.hpp"

#include <optional>
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
    std::string qos;  ///< named, or the one that the site gives a job that names none
    std::vector<std::string>
        taken;            ///< what the site gives because the script does not say it, in words
    ConfigNode document;  ///< the scenario, with the lines of the script as places
    std::string job;      ///< its name in the scenario
};

/// Translates a script into a scenario for these partitions of a machine, `system` being its name or path as the user
/// wrote it. The usual jobs of the first partition compete; if its machine file names none, the partition is empty. Errors, at
/// the lines of the script: those of node_request(); no time limit where the site has none by default; a run time above
/// the limit.
Result<AskedJob> asked_job(JobScript const& script,
                           System const& machine,
                           std::string const& system,
                           ScriptPartitions partitions,
                           std::optional<Seconds> runtime);

/// Sets a key of the job of a scenario.
void set_job_key(ConfigNode& document,
                 std::string const& job,
                 std::string_view key,
                 std::string value,
                 ConfigNode const& place);
/// Removes a key of the job of a scenario, if it is there.
void drop_job_key(ConfigNode& document, std::string const& job, std::string_view key);

}  // namespace clustersim
