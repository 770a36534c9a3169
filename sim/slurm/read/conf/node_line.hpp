// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace clustersim::slurm {

/// The values of NodeName lines and their DEFAULT lines, before sizes are derived.
struct NodeDraft {
    std::optional<std::int32_t> cpus, procs, boards, sockets, sockets_per_board, cores, threads;
    /// Feature= and Features= of the line, of which the first counts; without them, those of the
    /// defaults are in the record.
    std::optional<std::vector<std::string>> feature, features;
    NodeRecord record;
    NodeAdminState state = NodeAdminState::up;
    std::string reason;
};

/// Reads NodeName and DownNodes lines in the order of the file.
class NodeLines {
  public:
    /// Reads a NodeName line; a DEFAULT line changes the defaults of later lines.
    void read(ConfLine const& line, Site& site, ConfReading& reading);
    /// Applies DownNodes=… State=… Reason=…, whose nodes may be anywhere in the file.
    static void finish(std::vector<ConfLine> const& down_lines, Site& site, ConfReading& reading);

  private:
    NodeDraft defaults_;
    std::unordered_set<std::string> names_;  ///< of the nodes so far
};

/// Parses the value of Gres=, such as "gpu:a100:4,nic:2".
std::vector<NodeGres> node_gres(ConfPair const& pair, ConfReading& reading);

/// Finds the nodes of a hostlist; an unknown name is an error, or a warning if Slurm only logs it.
std::vector<std::int32_t>
node_indices(ConfPair const& pair, Site const& site, ConfReading& reading, Severity unknown);

}  // namespace clustersim::slurm
