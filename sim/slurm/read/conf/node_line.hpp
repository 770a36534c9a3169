// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace clustersim::slurm {

/// What NodeName lines and their DEFAULT lines say before sizes are derived from one another.
struct NodeDraft {
    std::optional<std::int32_t> cpus, boards, sockets, sockets_per_board, cores, threads;
    NodeRecord record;
    NodeAdminState state = NodeAdminState::up;
    std::string reason;
};

/// Reads NodeName and DownNodes lines in the order of the file.
class NodeLines {
  public:
    /// A line that begins with NodeName: a DEFAULT line changes what later lines begin from.
    void read(ConfLine const& line, Site& site, ConfReading& reading);
    /// DownNodes=… State=… Reason=…, for nodes that stand anywhere in the file.
    void finish(std::vector<ConfLine> const& down_lines, Site& site, ConfReading& reading);

  private:
    NodeDraft defaults_;
    std::unordered_set<std::string> names_;  ///< of the nodes so far
};

/// "gpu:a100:4,nic:2" of a Gres= value.
std::vector<NodeGres> node_gres(ConfPair const& pair, ConfReading& reading);

/// Finds the nodes of a hostlist; a name that is no node is an error, or a warning where Slurm only
/// logs it.
std::vector<std::int32_t>
node_indices(ConfPair const& pair, Site const& site, ConfReading& reading, Severity unknown);

}  // namespace clustersim::slurm
