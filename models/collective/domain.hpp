// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/network.hpp"

#include <span>

namespace clustersim {

/// Nodes that links of their own join, such as the trays of a rack; 1 if the links are those of a node.
int domain_nodes(NodeType const& type);

/// Nodes of a job that the links of one domain join. A compact job fills whole domains or takes parts of equal size of
/// them (Slurm's --segment) if these are at least half a domain; else it is divided over as few domains as hold it.
/// Anywhere in the machine, each node is in another domain while there are any.
int linked_nodes(NodeType const& type, int nodes, Spread spread = Spread::compact);
/// The same for given nodes, numbered through the fabric domain by domain: their mean number in a domain.
int linked_nodes(NodeType const& type, std::span<int const> nodes);

/// The type for a job that has `linked` of its nodes in each domain.
NodeType with_links_of(NodeType type, int linked);

}  // namespace clustersim
