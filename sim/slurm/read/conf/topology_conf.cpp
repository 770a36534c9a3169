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

}  // namespace

void read_topology_conf(std::vector<ConfLine> const& conf, Site& site, ConfReading& reading) {
    std::vector<SwitchLine> lines;
    std::vector<std::string> names;
    for (ConfLine const& pairs : conf) {
        SwitchLine line;
        for (ConfPair const& pair : pairs) {
            apply_pair(switch_keys, line, pair, reading);
        }
        if (line.name.value.empty()) {
            continue;
        }
        if (std::ranges::find(names, line.name.value) != names.end()) {
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
        names.push_back(line.name.value);
        lines.push_back(std::move(line));
    }
    std::vector<std::int32_t> leaf_of(site.nodes.size(), -1);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        SwitchLine const& line = lines[i];
        Switch& made = site.switches.emplace_back();
        made.name = line.name.value;
        if (line.nodes) {
            ConfPair all = *line.nodes;
            made.nodes = node_indices(all, site, reading, Severity::warning);
            for (auto const node : made.nodes) {
                auto& leaf = leaf_of[static_cast<std::size_t>(node)];
                if (leaf >= 0) {
                    reading.warn(all,
                                 Code::inconsistent,
                                 fmt::format("the node {} is on the switches {} and {}",
                                             site.nodes[static_cast<std::size_t>(node)].name,
                                             names[static_cast<std::size_t>(leaf)],
                                             made.name));
                }
                leaf = static_cast<std::int32_t>(i);
            }
        }
        if (line.switches) {
            for (std::string const& name : reading.hosts(*line.switches)) {
                auto const at = std::ranges::find(names, name);
                if (at == names.end()) {
                    reading
                        .complain(*line.switches,
                                  Code::unknown_name,
                                  fmt::format("the switch {} is not described", name))
                        .help = did_you_mean(name, names);
                    continue;
                }
                made.switches.push_back(static_cast<std::int32_t>(at - names.begin()));
            }
        }
    }
    check_levels(lines, site, reading);
}

}  // namespace clustersim::slurm
