// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/node_links.hpp"
#include "sim/commands/model/fabric_pages.hpp"
#include "sim/commands/model/fabric_report.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using Json = nlohmann::ordered_json;

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
    Json routes = Json::array();
    for (RouteSummary const& route : summary.routes)
        routes.push_back({{"what", route.what},
                          {"hops", route.diversity.hops},
                          {"shortest_routes", route.diversity.shortest},
                          {"disjoint_routes", route.diversity.disjoint},
                          {"latency_s", route.latency.si()}});
    return routes;
}

Json traffic_json(FabricPages const& pages) {
    Json items = Json::array();
    for (std::size_t i = 0; i < pages.shares.size(); ++i)
        items.push_back({{"what", pages.summary.traffic[i].what},
                         {"flows", pages.summary.traffic[i].flows.size()},
                         {"least_bytes_per_s", pages.shares[i].least.si()},
                         {"mean_bytes_per_s", pages.shares[i].mean.si()},
                         {"mean_hops", pages.shares[i].hops}});
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
    FabricPages const pages = pages_of(view);
    FabricSummary const& summary = pages.summary;
    Fabric const& fabric = *view.fabric;
    Json levels = Json::array();
    for (LevelTotal const& level : summary.levels)
        levels.push_back({{"level", name_of(level.level)},
                          {"cables", level.cables},
                          {"bytes_per_s", level.capacity.si()}});
    Json nodes = Json::array();
    for (NodeType const* type : pages.types) nodes.push_back(node_json(*type));
    Json facts = Json::array();
    for (Fact const& fact : pages.facts)
        facts.push_back({{"path", fact.path},
                         {"value", fact.value},
                         {"confidence", fact.confidence},
                         {"source", fact.citation},
                         {"note", fact.note}});
    return {{"name", fabric.name()},
            {"family", name_of(fabric.family())},
            {"groups", fabric.groups().size()},
            {"switches", fabric.switch_count()},
            {"other_switches", pages.other_switches},
            {"nodes", fabric.node_count()},
            {"ports", fabric.endpoint_count()},
            {"partition", view.partition == nullptr ? Json(nullptr) : Json(view.partition->name)},
            {"routing", pages.routing},
            {"classes", classes_json(summary)},
            {"cores", summary.cores},
            {"levels", levels},
            {"diameter_hops", summary.diameter},
            {"routes", routes_json(summary)},
            {"traffic", traffic_json(pages)},
            {"bisections", bisections_json(summary)},
            {"node_links", nodes},
            {"facts", facts}};
}

}  // namespace

std::string fabric_json(std::span<FabricView const> views) {
    Json items = Json::array();
    for (FabricView const& view : views) items.push_back(view_json(view));
    Json const document{{"schema", "clustersim/fabric/1"}, {"networks", items}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace clustersim
