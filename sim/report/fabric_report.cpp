// SPDX-License-Identifier: Apache-2.0
#include "sim/report/fabric_report.hpp"

#include "models/fabric/build.hpp"
#include "models/fabric/node_links.hpp"
#include "models/machine/fabric_config.hpp"
#include "sim/core/human.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

std::string routing_name(Routing routing) {
    for (auto const& [name, value] : routing_names()) {
        if (value == routing) return std::string(name);
    }
    return {};
}

std::vector<FabricNodeId> nodes_of(FabricView const& view) {
    if (view.partition == nullptr) return {};
    return nodes_of(*view.fabric, view.machine->system, *view.partition);
}

/// The node types whose inside is shown: the partition's, or all with accelerators on the network.
std::vector<NodeType const*> types_of(FabricView const& view) {
    std::vector<NodeType const*> types;
    if (view.machine == nullptr) return types;
    System const& system = view.machine->system;
    if (view.partition != nullptr) {
        NodeType const& type = system.node_type_of(*view.partition);
        if (type.gpus > 0) types.push_back(&type);
        return types;
    }
    for (auto const& [name, type] : system.node_types) {
        if (type.gpus > 0 && type.part_of.empty() && view.fabric->block_of(name) != nullptr)
            types.push_back(&type);
    }
    return types;
}

/// Whether a number of the machine's file goes into the network: one of its fabrics', or how many
/// nodes of a type there are and how they are attached.
bool goes_into(FabricView const& view, std::string const& path) {
    for (auto const& [name, fabric] : view.machine->system.fabrics) {
        bool const member = name == view.network || fabric.part_of == view.network;
        if (member && path.starts_with("fabrics." + name + ".")) return true;
    }
    for (NodeBlock const& block : view.fabric->node_blocks()) {
        std::string const type = "node_types." + block.type;
        if (path == type + ".nodes" || path == type + ".nic.count" ||
            path == type + ".nic.bandwidth" || path == type + ".nic.latency")
            return true;
    }
    return false;
}

/// The facts behind the network.
std::vector<Fact> facts_of(FabricView const& view) {
    std::vector<Fact> facts;
    if (view.machine == nullptr) return facts;
    for (Fact& fact : facts_of(view.machine->document)) {
        if (goes_into(view, fact.path)) facts.push_back(std::move(fact));
    }
    return facts;
}

/// A count with commas; counts are exact, unlike human_number.
std::string whole(std::uint64_t count) {
    std::string digits = fmt::format("{}", count);
    for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string ratio(Bandwidth injected, Bandwidth carried) {
    if (carried.si() <= 0.0 || injected.si() <= 0.0) return "-";
    return fmt::format("{:.2f}", injected / carried);
}

std::string rate(Bandwidth bandwidth) {
    return bandwidth.si() > 0.0 ? human(bandwidth) : "-";
}

std::string classes_text(FabricSummary const& summary) {
    Table table;
    table.add_column("groups", false);
    for (char const* title : {"number", "leaves", "spines", "nodes", "ports", "injection"})
        table.add_column(title);
    table.add_column("leaf taper");
    table.add_column("leaving");
    table.add_column("global taper");
    for (ClassSummary const& one : summary.classes) {
        GroupTaper const& taper = one.taper;
        table.rows.push_back({one.kind,
                              whole(one.groups),
                              whole(one.leaves),
                              whole(one.spines),
                              whole(one.nodes),
                              whole(one.ports),
                              rate(taper.injection),
                              ratio(taper.injection, taper.leaf_up),
                              rate(taper.leaving),
                              ratio(taper.injection, taper.leaving)});
    }
    return to_plain(table) +
           "  injection and leaving: of one group, the first of its class, one direction\n";
}

std::string levels_text(FabricSummary const& summary) {
    Table table;
    table.add_column("cables", false);
    for (char const* title : {"number", "bandwidth of all, one direction"}) table.add_column(title);
    for (LevelTotal const& level : summary.levels)
        table.rows.push_back(
            {std::string(name_of(level.level)), whole(level.cables), human(level.capacity)});
    return to_plain(table);
}

std::string ways_text(FabricSummary const& summary) {
    Table table;
    table.add_column("ways between two leaves", false);
    for (char const* title : {"hops", "shortest ways", "disjoint ways", "latency"})
        table.add_column(title);
    for (WaySummary const& way : summary.ways)
        table.rows.push_back({way.what,
                              whole(static_cast<std::uint64_t>(way.ways.hops)),
                              fmt::format("{:.0f}", way.ways.shortest),
                              whole(static_cast<std::uint64_t>(way.ways.disjoint)),
                              human(way.latency)});
    return to_plain(table);
}

std::string traffic_text(FabricSummary const& summary, Routing routing) {
    Table table;
    table.add_column("all at once, routing " + routing_name(routing), false);
    for (char const* title : {"flows", "least", "mean", "hops"}) table.add_column(title);
    for (TrafficSummary const& one : summary.traffic)
        table.rows.push_back({one.what,
                              whole(one.flows),
                              human(one.share.least),
                              human(one.share.mean),
                              fmt::format("{:.2f}", one.share.hops)});
    return to_plain(table);
}

std::string bisections_text(FabricSummary const& summary) {
    Table table;
    table.add_column("bisection", false);
    for (char const* title : {"halves", "cables", "by formula", "by maximum flow"})
        table.add_column(title);
    for (BisectionSummary const& one : summary.bisections) {
        Bisection const& halves = one.halves;
        table.rows.push_back({one.what,
                              fmt::format("{} | {}", halves.left.size(), halves.right.size()),
                              halves.cables > 0 ? whole(halves.cables) : "-",
                              human(halves.formula),
                              human(halves.max_flow)});
    }
    return to_plain(table);
}

/// Bandwidths between the devices of a node, and the NIC of each.
std::string node_text(NodeType const& type) {
    NodeLinks const links(type);
    std::string const host =
        links.host().si() > 0.0 ? fmt::format(", {} to the CPU", human(links.host())) : "";
    std::string text = fmt::format("inside a node {}: {} devices, {} each, rings {}{}\n",
                                   type.name,
                                   links.devices(),
                                   human(links.per_device()),
                                   rate(links.ring_bandwidth()),
                                   host);
    Table table;
    table.add_column("GB/s", false);
    for (int to = 0; to < links.devices(); ++to) table.add_column(fmt::format("{}", to));
    table.add_column("NIC");
    for (int from = 0; from < links.devices(); ++from) {
        std::vector<std::string> row{fmt::format("{}", from)};
        for (int to = 0; to < links.devices(); ++to) {
            DevicePath const& path = links.between(from, to);
            row.push_back(from == to ? "-"
                                     : fmt::format("{:.4g}{}",
                                                   path.bandwidth.si() * 1e-9,
                                                   path.relay >= 0 ? "*" : ""));
        }
        row.push_back(links.nic_of(from) < 0 ? "-" : fmt::format("{}", links.nic_of(from)));
        table.rows.push_back(std::move(row));
    }
    bool relayed = false;
    for (int to = 0; to < links.devices(); ++to) relayed |= links.between(0, to).relay >= 0;
    return text + to_plain(table) + (relayed ? "  * relayed by other devices\n" : "");
}

std::string facts_text(std::vector<Fact> const& facts) {
    Table table;
    for (char const* title : {"number", "value", "confidence", "source", "note"})
        table.add_column(title, false);
    std::set<std::string> cited;
    std::string sources;
    for (Fact const& fact : facts) {
        table.rows.push_back({fact.path, fact.value, fact.confidence, fact.source, fact.note});
        if (cited.insert(fact.source).second)
            sources += fmt::format("  {}: {}\n", fact.source, fact.citation);
    }
    return to_plain(table) + sources;
}

int other_switches(FabricView const& view) {
    int others = 0;
    if (view.machine == nullptr) return others;
    for (auto const& [name, fabric] : view.machine->system.fabrics) {
        if (name == view.network || fabric.part_of == view.network) others += fabric.other_switches;
    }
    return others;
}

FabricSummary summary_of(FabricView const& view) {
    std::vector<FabricNodeId> const nodes = nodes_of(view);
    return summarise(*view.fabric, view.routing, nodes);
}

Json rate_json(Bandwidth bandwidth) {
    return bandwidth.si() > 0.0 ? Json(bandwidth.si()) : Json(nullptr);
}

Json classes_json(FabricSummary const& summary) {
    Json items = Json::array();
    for (ClassSummary const& one : summary.classes)
        items.push_back({{"kind", one.kind},
                         {"groups", one.groups},
                         {"leaves", one.leaves},
                         {"spines", one.spines},
                         {"nodes", one.nodes},
                         {"ports", one.ports},
                         {"group_injection_bytes_per_s", rate_json(one.taper.injection)},
                         {"group_leaf_up_bytes_per_s", rate_json(one.taper.leaf_up)},
                         {"group_leaving_bytes_per_s", rate_json(one.taper.leaving)}});
    return items;
}

Json routes_json(FabricSummary const& summary) {
    Json ways = Json::array();
    for (WaySummary const& way : summary.ways)
        ways.push_back({{"what", way.what},
                        {"hops", way.ways.hops},
                        {"shortest_ways", way.ways.shortest},
                        {"disjoint_ways", way.ways.disjoint},
                        {"latency_s", way.latency.si()}});
    return ways;
}

Json traffic_json(FabricSummary const& summary) {
    Json items = Json::array();
    for (TrafficSummary const& one : summary.traffic)
        items.push_back({{"what", one.what},
                         {"flows", one.flows},
                         {"least_bytes_per_s", one.share.least.si()},
                         {"mean_bytes_per_s", one.share.mean.si()},
                         {"mean_hops", one.share.hops}});
    return items;
}

Json bisections_json(FabricSummary const& summary) {
    Json items = Json::array();
    for (BisectionSummary const& one : summary.bisections)
        items.push_back({{"what", one.what},
                         {"left", one.halves.left.size()},
                         {"right", one.halves.right.size()},
                         {"cables", one.halves.cables},
                         {"formula_bytes_per_s", one.halves.formula.si()},
                         {"max_flow_bytes_per_s", one.halves.max_flow.si()}});
    return items;
}

Json node_json(NodeType const& type) {
    NodeLinks const links(type);
    Json matrix = Json::array();
    Json hops = Json::array();
    for (int from = 0; from < links.devices(); ++from) {
        Json row = Json::array();
        Json hop_row = Json::array();
        for (int to = 0; to < links.devices(); ++to) {
            row.push_back(links.between(from, to).bandwidth.si());
            hop_row.push_back(links.between(from, to).hops);
        }
        matrix.push_back(std::move(row));
        hops.push_back(std::move(hop_row));
    }
    return {{"node_type", type.name},
            {"devices", links.devices()},
            {"per_device_bytes_per_s", links.per_device().si()},
            {"ring_bytes_per_s", rate_json(links.ring_bandwidth())},
            {"host_bytes_per_s", rate_json(links.host())},
            {"between_bytes_per_s", matrix},
            {"hops", hops},
            {"nic_of_device", type.nic.nic_of_gpu}};
}

Json view_json(FabricView const& view) {
    FabricSummary const summary = summary_of(view);
    Fabric const& fabric = *view.fabric;
    Json levels = Json::array();
    for (LevelTotal const& level : summary.levels)
        levels.push_back({{"level", name_of(level.level)},
                          {"cables", level.cables},
                          {"bytes_per_s", level.capacity.si()}});
    Json nodes = Json::array();
    for (NodeType const* type : types_of(view)) nodes.push_back(node_json(*type));
    Json facts = Json::array();
    for (Fact const& fact : facts_of(view))
        facts.push_back({{"path", fact.path},
                         {"value", fact.value},
                         {"confidence", fact.confidence},
                         {"source", fact.citation},
                         {"note", fact.note}});
    return {{"name", fabric.name()},
            {"family", name_of(fabric.family())},
            {"groups", fabric.groups().size()},
            {"switches", fabric.switch_count()},
            {"other_switches", other_switches(view)},
            {"nodes", fabric.node_count()},
            {"ports", fabric.endpoint_count()},
            {"partition", view.partition == nullptr ? Json(nullptr) : Json(view.partition->name)},
            {"routing", routing_name(view.routing)},
            {"classes", classes_json(summary)},
            {"cores", summary.cores},
            {"levels", levels},
            {"diameter_hops", summary.diameter},
            {"ways", routes_json(summary)},
            {"traffic", traffic_json(summary)},
            {"bisections", bisections_json(summary)},
            {"node_links", nodes},
            {"facts", facts}};
}

}  // namespace

std::string fabric_text(FabricView const& view) {
    FabricSummary const summary = summary_of(view);
    Fabric const& fabric = *view.fabric;
    std::string text =
        fmt::format("{}: {}, {} groups, {} switches, {} nodes, {} ports, diameter {}\n",
                    fabric.name(),
                    name_of(fabric.family()),
                    whole(fabric.groups().size()),
                    whole(fabric.switch_count()),
                    whole(fabric.node_count()),
                    whole(fabric.endpoint_count()),
                    summary.diameter);
    if (int const others = other_switches(view); others > 0)
        text += fmt::format("  {} more switches belong to it; where they stand is not public\n",
                            others);
    if (summary.cores > 0) text += fmt::format("  {} switches above all groups\n", summary.cores);
    if (view.partition != nullptr)
        text += fmt::format(
            "  partition {}: {} nodes\n", view.partition->name, whole(nodes_of(view).size()));
    std::vector<std::string> parts;
    if (!summary.classes.empty()) parts.push_back(classes_text(summary));
    parts.push_back(levels_text(summary));
    if (!summary.ways.empty()) parts.push_back(ways_text(summary));
    if (!summary.traffic.empty()) parts.push_back(traffic_text(summary, view.routing));
    parts.push_back(bisections_text(summary));
    for (NodeType const* type : types_of(view)) parts.push_back(node_text(*type));
    std::vector<Fact> const facts = facts_of(view);
    if (!facts.empty()) parts.push_back(facts_text(facts));
    for (std::string const& part : parts) text += "\n" + part;
    return text;
}

std::string fabric_json(std::span<FabricView const> views) {
    Json items = Json::array();
    for (FabricView const& view : views) items.push_back(view_json(view));
    Json const document{{"schema", "clustersim/fabric/1"}, {"networks", items}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clustersim
