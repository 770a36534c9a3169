// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/placed_training.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// A leaf switch with the nodes of the partition that have a port on it.
struct TrafficLeaf {
    std::string name;
    std::uint32_t nodes = 0;
    std::uint32_t own = 0;  ///< of the job
};

/// A group of a dragonfly, an island of a fat tree, or the whole of a fabric without groups.
struct TrafficGroup {
    std::string name;
    std::uint32_t nodes = 0;
    std::uint32_t own = 0;
    std::vector<TrafficLeaf> leaves;
};

/// Traffic on all links of one level in a step of the rings, in which every message has the same size.
struct LevelTraffic {
    LinkLevel level = LinkLevel::injection;
    std::uint32_t links = 0;  ///< that carry messages; both directions of a cable count
    double busiest =
        0.0;  ///< share of its capacity that the most loaded one uses; 1 on the level that limits
    Bandwidth port{};  ///< what a port could send if only this level limited it
};

/// Messages over one direction of a cable.
struct LinkTraffic {
    std::string from, to;
    LinkLevel level = LinkLevel::injection;
    std::uint32_t messages = 0;
    Bandwidth capacity{};
    double share = 0.0;  ///< of it, as in LevelTraffic
};

/// The links between two groups, in one direction.
struct GroupTraffic {
    std::size_t from = 0;  ///< above_groups: the switches above all groups
    std::size_t to = 0;
    std::uint32_t links = 0;
    std::uint32_t messages = 0;
    double busiest = 0.0;
};
constexpr std::size_t above_groups = static_cast<std::size_t>(-1);

/// A job on the fabric of its partition, with the traffic by which it sums its gradients.
struct JobTraffic {
    std::string fabric;  ///< "lumi: dragonfly"
    Routing routing = Routing::minimal;
    std::vector<TrafficGroup> groups;  ///< that have nodes of the partition or carry a message
    std::uint32_t nodes = 0;           ///< of the job
    std::uint32_t messages = 0;        ///< in one step of all rings; 0: they stay in the nodes
    std::vector<LevelTraffic> levels;  ///< that carry messages
    std::vector<LinkTraffic> hottest;  ///< between switches, the most loaded first
    std::vector<GroupTraffic> between;
    Bandwidth port{};    ///< what a port can send
    Bandwidth routed{};  ///< what it sends on these routes
    std::optional<Bandwidth>
        formula;  ///< the same in the formulas of the answer, if it did not route
};

/// Routes the gradient traffic of a job between nodes of its partition, as `network: flow` does. Fails as placed_step.
Result<JobTraffic> job_traffic(PartitionFabric const& place,
                               PlacedTraining const& training,
                               std::span<std::int32_t const> nodes);

}  // namespace clustersim
