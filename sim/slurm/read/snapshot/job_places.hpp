// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/queue_now.hpp"
#include "sim/slurm/read/snapshot/words_line.hpp"
#include "sim/slurm/site/site.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clustersim::slurm {

/// Reads which nodes, cores, memory and devices a running job holds. Calls `ignored` with what it does not understand.
class JobPlaces {
  public:
    JobPlaces(Site const& site, std::function<void(std::string const&)> ignored);

    /// The words "Nodes= CPU_IDs= Mem= GRES=", once for each group of equal nodes.
    void read(WordsLine const& words, QueuedJob& job) const;

  private:
    [[nodiscard]] std::vector<std::int32_t> indices_of(std::string_view hosts) const;
    void detail(std::string_view key, std::string_view value, HeldNode& node) const;
    [[nodiscard]] std::optional<std::uint64_t> devices_of(std::string_view text,
                                                          NodeRecord const& record) const;

    Site const& site_;
    std::function<void(std::string const&)> ignored_;
    std::unordered_map<std::string, std::int32_t> nodes_;  ///< looked up only
};

}  // namespace clustersim::slurm
