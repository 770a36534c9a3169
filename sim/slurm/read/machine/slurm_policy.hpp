// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/catalogue.hpp"
#include "sim/config/document.hpp"
#include "sim/core/result.hpp"
#include "sim/core/time.hpp"

namespace clustersim {

/// A machine's documents with the changes of a `policy:` block. It may contain
/// - parameters by their names in slurm.conf (policy_settings.hpp),
/// - `partitions`, `qos`, `node_types`, `reservations`: entries to change or add, in the form of the machine's file, or
///   of the site file that describes its Slurm,
/// - `add-nodes`: a number of nodes by partition, each like the partition's first node,
/// - `maintenance`: windows in which no job runs, by name,
/// - `failures`: mean times between failures of a node and to its repair, `outages`: times in which nodes are down, by name,
/// - `release`: the release of Slurm whose behaviour is followed.
/// The result is to be read and checked like any machine; its parts have the places of the policy. Adds warnings;
/// fails with all problems of the policy itself.
Result<MachineDocuments>
machine_under_policy(LoadedSystem const& machine, ConfigNode const& policy, Diagnostics& warnings);

/// The document of a site file with such changes. Maintenance and outages are counted from `origin`.
Result<ConfigNode> site_under_policy(ConfigNode const& site,
                                     ConfigNode const& policy,
                                     Instant origin,
                                     Diagnostics& warnings);

}  // namespace clustersim
