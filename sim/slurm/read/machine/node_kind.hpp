// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace clustersim {

/// The hardware of a node, which costs and models depend on. Nodes of one kind may differ in name,
/// weight, feature and disk, and be on several lines of slurm.conf.
struct NodeKind {
    std::int32_t cpus = 0;
    std::int32_t sockets = 0;
    std::int32_t cores_per_socket = 0;
    std::int32_t threads_per_core = 0;
    std::int64_t real_memory_mb = 0;
    std::int64_t mem_spec_limit_mb = 0;
    std::int32_t core_spec_count = 0;
    std::vector<std::tuple<std::string, std::string, std::int64_t>> gres;  ///< name, type, count

    friend auto operator<=>(NodeKind const&, NodeKind const&) = default;
};

NodeKind kind_of(slurm::NodeRecord const& record);

/// The number of kinds among the nodes of a site.
std::size_t count_kinds(slurm::Site const& site);

}  // namespace clustersim
