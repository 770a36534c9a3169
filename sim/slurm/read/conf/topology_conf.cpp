// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/topology_conf.hpp"

#include "sim/core/nearest_name.hpp"
#include "sim/slurm/read/conf/node_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace clustersim::slurm {

namespace {

struct SwitchLine {
    ConfPair name;
    std::optional<ConfPair> nodes;
    std::optional<ConfPair> switches;
};

constexpr ConfKey<SwitchLine> switch_used[] = {
    {"SwitchName", [](SwitchLine& d, auto& p, auto&) { d.name = p; }},
    {"Nodes", [](SwitchLine& d, auto& p, auto&) { d.nodes = p; }},
    {"Switches", [](SwitchLine& d, auto& p, auto&) { d.switches = p; }},
};
constexpr std::string_view switch_irrelevant[] = {"LinkSpeed"};
constexpr std::string_view switch_unsupported[] = {"BlockName", "BlockSizes"};
constexpr ConfKeys<SwitchLine> switch_keys{
    switch_used, switch_irrelevant, switch_unsupported, "topology.conf: "};

/// Reports switches that form no tree.
void check_levels(std::vector<SwitchLine> const& lines, Site const& site, ConfReading& reading) {
    auto const fault = fault_of(site.switches);
    if (!fault) return;
    ConfPair const& name = lines[fault->at].name;
    reading.complain(name,
                     fault->circular ? Code::inconsistent : Code::out_of_range,
                     fault->circular ? fmt::format("the switch {} is below itself", name.value)
                                     : fmt::format("the switch {} is more than {} levels deep",
                                                   name.value,
                                                   most_switch_levels));
}

struct SwitchLines {
    std::vector<SwitchLine> lines;
    std::vector<std::string> names;  ///< of the lines, in their order
};

SwitchLines switch_lines(std::vector<ConfLine> const& conf, ConfReading& reading) {
    SwitchLines read;
    for (ConfLine const& pairs : conf) {
        SwitchLine line;
        for (ConfPair const& pair : pairs) apply_pair(switch_keys, line, pair, reading);
        if (line.name.value.empty()) continue;
        if (std::ranges::find(read.names, line.name.value) != read.names.end()) {
            reading.complain(line.name,
                             Code::duplicate_key,
                             fmt::format("the switch {} is described twice", line.name.value));
            continue;
        }
        if (line.nodes.has_value() == line.switches.has_value()) {
            reading
                .complain(
                    line.name,
                    Code::inconsistent,
                    fmt::format("the switch {} needs either nodes or switches", line.name.value))
                .expected = "SwitchName=… Nodes=… or SwitchName=… Switches=…";
        }
        read.names.push_back(line.name.value);
        read.lines.push_back(std::move(line));
    }
    return read;
}

/// Connects nodes to the last switch; `leaf_of` is the switch of each node, -1: none.
void connect_nodes(Site& site,
                   ConfPair const& nodes,
                   std::vector<std::int32_t>& leaf_of,
                   ConfReading& reading) {
    Switch& made = site.switches.back();
    made.nodes = node_indices(nodes, site, reading, Severity::warning);
    for (auto const node : made.nodes) {
        auto& leaf = leaf_of[static_cast<std::size_t>(node)];
        if (leaf >= 0) {
            reading.warn(nodes,
                         Code::inconsistent,
                         fmt::format("the node {} is on the switches {} and {}",
                                     site.nodes[static_cast<std::size_t>(node)].name,
                                     site.switches[static_cast<std::size_t>(leaf)].name,
                                     made.name));
        }
        leaf = static_cast<std::int32_t>(site.switches.size() - 1);
    }
}

/// Puts the named switches below one.
void connect_switches(Switch& upper,
                      ConfPair const& lower,
                      std::vector<std::string> const& names,
                      ConfReading& reading) {
    for (std::string const& name : reading.hosts(lower)) {
        auto const at = std::ranges::find(names, name);
        if (at == names.end()) {
            reading
                .complain(
                    lower, Code::unknown_name, fmt::format("the switch {} is not described", name))
                .help = did_you_mean(name, names);
            continue;
        }
        upper.switches.push_back(static_cast<std::int32_t>(at - names.begin()));
    }
}

}  // namespace

void read_topology_conf(std::vector<ConfLine> const& conf, Site& site, ConfReading& reading) {
    auto const [lines, names] = switch_lines(conf, reading);
    std::vector<std::int32_t> leaf_of(site.nodes.size(), -1);
    for (SwitchLine const& line : lines) {
        Switch& made = site.switches.emplace_back();
        made.name = line.name.value;
        if (line.nodes) connect_nodes(site, *line.nodes, leaf_of, reading);
        if (line.switches) connect_switches(made, *line.switches, names, reading);
    }
    check_levels(lines, site, reading);
}

}  // namespace clustersim::slurm
