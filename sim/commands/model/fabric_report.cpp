// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/model/fabric_report.hpp"

#include "models/fabric/node_links.hpp"
#include "sim/commands/model/fabric_pages.hpp"
#include "sim/core/human.hpp"
#include "sim/report/table.hpp"

#include <fmt/format.h>

#include <set>

namespace clustersim {
namespace {

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

std::string classes_text(FabricSummary const& summary, std::size_t width) {
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
    return to_plain(table, width) +
           "  injection and leaving: of one group, the first of its class, one direction\n";
}

std::string levels_text(FabricSummary const& summary, std::size_t width) {
    Table table;
    table.add_column("cables", false);
    for (char const* title : {"number", "bandwidth of all, one direction"}) table.add_column(title);
    for (LevelTotal const& level : summary.levels)
        table.rows.push_back(
            {std::string(name_of(level.level)), whole(level.cables), human(level.capacity)});
    return to_plain(table, width);
}

std::string routes_text(FabricSummary const& summary, std::size_t width) {
    Table table;
    table.add_column("routes between two leaves", false);
    for (char const* title : {"hops", "shortest routes", "disjoint routes", "latency"})
        table.add_column(title);
    for (RouteSummary const& route : summary.routes)
        table.rows.push_back({route.what,
                              whole(static_cast<std::uint64_t>(route.diversity.hops)),
                              fmt::format("{:.0f}", route.diversity.shortest),
                              whole(static_cast<std::uint64_t>(route.diversity.disjoint)),
                              human(route.latency)});
    return to_plain(table, width);
}

std::string traffic_text(FabricPages const& pages, std::size_t width) {
    Table table;
    table.add_column("all at once, routing " + pages.routing, false);
    for (char const* title : {"flows", "least", "mean", "hops"}) table.add_column(title);
    for (std::size_t i = 0; i < pages.shares.size(); ++i) {
        TrafficSummary const& one = pages.summary.traffic[i];
        TrafficShare const& share = pages.shares[i];
        table.rows.push_back({one.what,
                              whole(one.flows.size()),
                              human(share.least),
                              human(share.mean),
                              fmt::format("{:.2f}", share.hops)});
    }
    return to_plain(table, width);
}

std::string bisections_text(FabricSummary const& summary, std::size_t width) {
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
    return to_plain(table, width);
}

/// Bandwidths between the devices of a node, and the NIC of each.
std::string node_text(NodeType const& type, std::size_t width) {
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
    return text + to_plain(table, width) + (relayed ? "  * relayed by other devices\n" : "");
}

std::string facts_text(std::vector<Fact> const& facts, std::size_t width) {
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
    return to_plain(table, width) + sources;
}

}  // namespace

std::string fabric_text(FabricView const& view, std::size_t width) {
    FabricPages const pages = pages_of(view);
    FabricSummary const& summary = pages.summary;
    Fabric const& fabric = *view.fabric;
    std::string const groups =
        fabric.groups().empty() ? "" : whole(fabric.groups().size()) + " groups, ";
    std::string text = fmt::format("{}: {}, {}{} switches, {} nodes, {} ports, diameter {}\n",
                                   fabric.name(),
                                   name_of(fabric.family()),
                                   groups,
                                   whole(fabric.switch_count()),
                                   whole(fabric.node_count()),
                                   whole(fabric.endpoint_count()),
                                   summary.diameter);
    if (int const others = pages.other_switches; others > 0)
        text +=
            fmt::format("  {} more switches belong to it; their position is not public\n", others);
    if (summary.cores > 0) text += fmt::format("  {} switches above all groups\n", summary.cores);
    if (view.partition != nullptr)
        text += fmt::format(
            "  partition {}: {} nodes\n", view.partition->name, whole(pages.nodes.size()));
    std::vector<std::string> parts;
    if (!summary.classes.empty()) parts.push_back(classes_text(summary, width));
    parts.push_back(levels_text(summary, width));
    if (!summary.routes.empty()) parts.push_back(routes_text(summary, width));
    if (!summary.traffic.empty()) parts.push_back(traffic_text(pages, width));
    parts.push_back(bisections_text(summary, width));
    for (NodeType const* type : pages.types) parts.push_back(node_text(*type, width));
    if (!pages.facts.empty()) parts.push_back(facts_text(pages.facts, width));
    for (std::string const& part : parts) text += "\n" + part;
    return text;
}

}  // namespace clustersim
