// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/node_config.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

// One word of bits says which devices of a node a job has. Resources that do not fit into it (the
// GB of a local disk, shards, MPS) are only counted: they come last in NodeRecord::gres.

/// Whether a resource is only counted if the devices before it are `first`.
inline bool is_counted(std::size_t first, NodeGres const& gres) {
    return first + static_cast<std::size_t>(gres.count) >
           static_cast<std::size_t>(most_devices_of_node);
}

/// Puts the counted resources of a node last; of the others, GPUs are the first to be single devices.
void order_gres(std::vector<NodeGres>& gres);

/// Devices of a node that have a bit.
std::size_t listed_devices(NodeRecord const& record);

/// The resources of that name on a node that are only counted, of any type.
std::int64_t counted_on(NodeRecord const& record, std::string_view name);

/// The names of the resources that are only counted on some node of the site, each once.
std::vector<std::string> counted_names(Site const& site);

}  // namespace clustersim::slurm
