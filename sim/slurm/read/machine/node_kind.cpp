// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/node_kind.hpp"

#include <algorithm>
#include <set>

namespace clustersim {

NodeKind kind_of(slurm::NodeRecord const& record) {
    NodeKind kind{.cpus = record.cpus,
                  .sockets = record.sockets,
                  .cores_per_socket = record.cores_per_socket,
                  .threads_per_core = record.threads_per_core,
                  .real_memory_mb = record.real_memory_mb,
                  .mem_spec_limit_mb = record.mem_spec_limit_mb,
                  .core_spec_count = record.core_spec_count,
                  .gres = {}};
    for (slurm::NodeGres const& one : record.gres)
        kind.gres.emplace_back(one.name, one.type, one.count);
    std::ranges::sort(kind.gres);
    return kind;
}

std::size_t count_kinds(slurm::Site const& site) {
    std::set<NodeKind> kinds;
    for (slurm::NodeRecord const& record : site.records) kinds.insert(kind_of(record));
    return kinds.size();
}

}  // namespace clustersim
