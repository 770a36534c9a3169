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

/// Errors of a class compared with measurements, relative, of times.
struct LinkClassResiduals {
    std::string data;  ///< the measurements
    int rows = 0;
    double median = 0.0;
    double mean = 0.0;
    double worst = 0.0;
};

/// A kind of node as named in tables of measurements: its links, its usual ports, and how well
/// communication libraries use them. Machines take its CollectiveTuning by `link.like`.
struct LinkClass {
    std::string name;
    std::string title;
    /// Names of such hardware in tables; each is a list of words that must all occur.
    std::vector<std::string> known_as;
    int devices = 1;  ///< of one node
    NodeLink link;
    Nic nic;  ///< used if a table does not describe the ports
    CollectiveTuning collectives;
    std::optional<LinkClassResiduals> residuals;
    Carrier carrier{};  ///< of a machine's own nodes; a class has none

    /// A node with these links, with everything that collectives need.
    [[nodiscard]] NodeType node() const;
};

/// Overwrites the values of `tuning` that the mapping gives: `low_latency`, `low_latency_128`, `simple`
/// (each with `start`, `ring_step`, `tree_step`, `ring_hop`, `tree_hop`, `link_share`, `nic_share`),
/// `ramp` (`extra`, `half`), `tree_overlap`, `send_share`, `balanced_trees`, `launch`,
/// `in_switch` (`start`, `share`), `in_node` (`start`, `step`, `fill`, `ramp`, `low_latency_share`,
/// `low_latency_128_share`, `staging` with `pair` and `falls`).
void read_collective_tuning(Reader reader, CollectiveTuning& tuning);

/// Reads a file of systems/links/ (schema clustersim/link/1) and checks its sources.
Result<LinkClass> read_link_class_document(ConfigNode const& document);

/// The class that matches a text best: the one with the longest entry of `known_as` whose words all
/// occur, ignoring case. Null if none matches.
LinkClass const* find_link_class(std::vector<LinkClass> const& classes, std::string_view text);

}  // namespace clustersim
