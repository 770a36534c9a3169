// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/collective_tuning.hpp"
#include "models/machine/node_type.hpp"
#include "sim/config/reader.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// How far a class is from the measurements it was held against; all errors relative, of times.
struct LinkClassResiduals {
    std::string data;  ///< which measurements
    int rows = 0;
    double median = 0.0;
    double mean = 0.0;
    double worst = 0.0;
};

/// A kind of node as tables of measurements know it: its links, its usual ports, and what communication
/// libraries make of them. Machines take its CollectiveTuning by `link.like`.
struct LinkClass {
    std::string name;
    std::string title;
    /// Texts by which tables name such hardware; each is a list of words that all must occur.
    std::vector<std::string> known_as;
    int devices = 1;  ///< of one node
    NodeLink link;
    Nic nic;  ///< where a table says nothing of the ports
    CollectiveTuning collectives;
    std::optional<LinkClassResiduals> residuals;

    /// A node with such links, as far as collectives are concerned.
    [[nodiscard]] NodeType node() const;
};

/// Overwrites of `tuning` what the mapping gives: `low_latency`, `low_latency_128`, `simple` (each with
/// `start`, `ring_step`, `tree_step`, `ring_hop`, `tree_hop`, `link_share`, `nic_share`), `ramp` (`extra`,
/// `half`), `tree_overlap`, `send_share`, `in_switch` (`start`, `share`).
void read_collective_tuning(Reader reader, CollectiveTuning& tuning);

/// Reads a file of systems/links/ (schema clustersim/link/1), sources included.
Result<LinkClass> read_link_class_document(ConfigNode const& document);

/// The class that fits a text best: the one with the longest of its `known_as` whose words all occur,
/// whatever their case. Null when none fits.
LinkClass const* find_link_class(std::vector<LinkClass> const& classes, std::string_view text);

}  // namespace clustersim
