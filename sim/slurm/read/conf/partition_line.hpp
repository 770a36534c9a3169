// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/read/conf/partition_draft.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Reads PartitionName and NodeSet lines in the order of the file; nodes are resolved after all of
/// them are known.
class PartitionLines {
  public:
    void read(ConfLine const& line, ConfReading& reading);
    void read_node_set(ConfLine const& line, ConfReading& reading);
    /// Fills Site::partitions.
    void finish(Site& site, ConfReading& reading);

  private:
    struct NodeSetLine {
        ConfPair name;
        std::optional<ConfPair> nodes;
        std::optional<ConfPair> feature;
    };
    std::vector<std::int32_t>
    nodes_of(ConfPair const& pair, Site const& site, ConfReading& reading) const;
    static void check_limits(ConfPair const& name, Partition& p, ConfReading& reading);

    PartitionDraft defaults_;
    std::vector<PartitionDraft> drafts_;
    std::vector<ConfPair> names_;
    std::vector<NodeSetLine> node_sets_;
};

/// "CPU=1.0,Mem=0.25G,GRES/gpu=2": weights per unit of the table, in which memory is in MB, so
/// 0.25G is 0.25/1024 per MB. Warns of an unknown TRES and leaves it out, as Slurm does.
TresWeights tres_weights(ConfPair const& pair, TresTable const& table, ConfReading& reading);

}  // namespace clustersim::slurm
