// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/collective.hpp"
#include "models/machine/link_class.hpp"
#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// One line of a table of measured collectives.
struct MeasuredCollective {
    std::string hardware;  ///< as the table words it; empty where it does not
    std::string ports;     ///< the table's words on the NICs
    Collective collective = Collective::all_reduce;
    std::optional<Algorithm> algorithm;  ///< when it was forced
    int nodes = 0;                       ///< 0 where the table does not say
    int members = 0;
    int sharing = 0;  ///< groups of a node that ran at once; 0 where the table does not say
    Bytes size{};     ///< 8 GiB where the table only says that messages were large
    Duration time{};  ///< measured, or from the bus bandwidth
    int line = 0;
};

/// Reads a CSV file with a header line; lines that begin with # are skipped. Needed: `size_bytes` and one of
/// `time_us` and `busbw_GBps` (any case; both may be empty in a row that is then left out). Optional:
/// `collective` (all_reduce; names as of nccl-tests, and p2p), `hardware`, `nodes`, `gpus`, `nic`, `algo`, `sharing`. A size may be written
/// with a unit ("4 GiB", "64K"), as a range, of which the end counts, or as "large". Rows without `gpus` are of `members` devices;
/// below two of these the column is needed. Each row has a cell for each column. All problems are reported with their lines.
Result<std::vector<MeasuredCollective>>
parse_measured(std::string_view text, std::string const& file, Collective collective, int members);

/// A node of the class with the ports that the table's words give ("8x 100G RoCE", "4x HDR200 per node").
NodeType measured_node(LinkClass const& link_class, MeasuredCollective const& row);

/// The row's group on nodes of that type. A table with more nodes than members is of a job whose every
/// device is in such a group, one member a node.
Group measured_group(MeasuredCollective const& row, NodeType const& type);

/// What the model says of a row on nodes of that type; a forced algorithm that the nodes cannot run is
/// left to the automatic choice.
Choice predict(MeasuredCollective const& row, NodeType const& type);

}  // namespace clustersim
