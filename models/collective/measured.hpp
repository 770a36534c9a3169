// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/measured_collective.hpp"
#include "models/machine/link_class.hpp"
#include "sim/core/result.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// Reads a CSV file with a header line; lines that begin with # are skipped. Needed: `size_bytes` and one of
/// `time_us` and `busbw_GBps` (any case; both may be empty in a row that is then left out). Optional:
/// `collective` (all_reduce; names as of nccl-tests, and p2p), `hardware`, `nodes`, `gpus`, `nic`, `algo`, `sharing`, `library`,
/// `source`, `note`, `algbw_GBps`, `placement`. A size may have
/// a unit ("4 GiB", "64K"), be a range, whose end counts, or be "large". Rows without `gpus` have `members` devices; if
/// `members` is below two, the column is required. Each row has a cell for each column, and a node at most 576 devices.
/// Reports all problems with their lines.
Result<std::vector<MeasuredCollective>>
parse_measured(std::string_view text, std::string const& file, Collective collective, int members);

/// Sets the carriers and timings that the rows' words name.
void recognise(std::span<MeasuredCollective> rows, std::span<CommunicationSoftware const> software);

/// A node of the class with the ports in the table's words ("8x 100G RoCE", "4x HDR200 per node").
NodeType measured_node(LinkClass const& link_class, MeasuredCollective const& row);

/// The row's group on nodes of that type. If a table has more nodes than members, every device of the
/// job is in one of these groups, with one member per node.
Group measured_group(MeasuredCollective const& row, NodeType const& type);

/// The network between as many nodes of that type as the row has. Rows with the same nodes, members and ports share it.
Network measured_network(MeasuredCollective const& row, NodeType const& type);

/// The prediction for a row on nodes of that type; if the nodes cannot run a forced algorithm, the
/// automatic choice is used.
FastestAlgorithm
predict(MeasuredCollective const& row, NodeType const& type, Network const& network);
FastestAlgorithm predict(MeasuredCollective const& row, NodeType const& type);

}  // namespace clustersim
