// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/conf/conf_reading.hpp"
#include "sim/slurm/site/site.hpp"

#include <optional>
#include <vector>

namespace clustersim::slurm {

/// A partition before its node list and its weights, which name nodes and TRES, are looked up.
struct PartitionDraft {
    Partition partition;
    std::optional<ConfPair> nodes;
    std::optional<ConfPair> billing_weights;
};

/// Reads PartitionName and NodeSet lines in the order of the file; nodes are resolved once all of
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

/// "CPU=1.0,Mem=0.25G,GRES/gpu=2": weights per unit of the table; amounts of memory are MB there, so
/// 0.25G is 0.25/1024 per MB. An unknown TRES is warned of and left out, as in Slurm.
TresWeights tres_weights(ConfPair const& pair, TresTable const& table, ConfReading& reading);

}  // namespace clustersim::slurm
