// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// A line of topology.conf: a leaf holds nodes, any other switch holds switches (spec 12.5).
struct Switch {
    std::string name;
    std::vector<std::int32_t> nodes;     ///< node indices of a leaf
    std::vector<std::int32_t> switches;  ///< indices into Site::switches of the switches below

    friend bool operator==(Switch const&, Switch const&) = default;
};

/// No network has more levels of switches than this.
inline constexpr int most_switch_levels = 100;

/// A switch that makes a tree impossible: it is below itself, or more levels deep than allowed.
struct SwitchFault {
    std::size_t at = 0;
    bool circular = false;
};

/// The first fault of the switches of a site; nothing if every one has an end below it.
std::optional<SwitchFault> fault_of(std::vector<Switch> const& switches);

enum class TopologyPlugin { none, tree };

}  // namespace clustersim::slurm
