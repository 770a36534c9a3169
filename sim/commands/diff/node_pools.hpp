// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/site/site.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// The nodes of a site, divided into pools that share no jobs: nodes that no chain of common partitions connects are in
/// different ones, and of nodes that are connected those with GPUs are apart. An idle CPU node is no loss to a job that
/// waits for GPUs.
class NodePools {
  public:
    explicit NodePools(slurm::Site const& site);

    /// Of a node of the site; 0 for no node.
    [[nodiscard]] std::size_t of_node(std::int32_t node) const;
    /// Of a recorded job of that partition; 0 for an unknown partition.
    [[nodiscard]] std::size_t of_job(std::string const& partition, bool with_gpus) const;
    /// The CPUs of these nodes, by pool.
    [[nodiscard]] std::vector<std::int64_t> cpus_of(std::span<std::int32_t const> nodes) const;

  private:
    struct Node {
        std::size_t pool = 0;
        std::int64_t cpus = 0;
    };
    std::vector<Node> nodes_;
    std::map<std::string, std::array<std::size_t, 2>> of_partition_;  ///< without and with GPUs
    std::size_t pools_ = 1;
};

}  // namespace clustersim
