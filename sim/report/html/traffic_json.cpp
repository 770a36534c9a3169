// SPDX-License-Identifier: Apache-2.0
#include "sim/report/html/traffic_json.hpp"

#include "sim/report/json_number.hpp"

#include <nlohmann/json.hpp>

namespace clustersim {
namespace {

using nlohmann::ordered_json;

ordered_json groups_json(std::vector<TrafficGroup> const& groups) {
    ordered_json out = ordered_json::array();
    for (TrafficGroup const& group : groups) {
        ordered_json leaves = ordered_json::array();
        for (TrafficLeaf const& leaf : group.leaves)
            leaves.push_back({leaf.name, leaf.nodes, leaf.own});
        out.push_back({{"name", group.name},
                       {"nodes", group.nodes},
                       {"own", group.own},
                       {"leaves", std::move(leaves)}});
    }
    return out;
}

ordered_json end_json(std::size_t group) {
    return group == above_groups ? ordered_json(nullptr) : ordered_json(group);
}

}  // namespace

ordered_json traffic_json(JobTraffic const& traffic) {
    ordered_json between = ordered_json::array();
    for (GroupTraffic const& pair : traffic.between)
        between.push_back({{"from", end_json(pair.from)},
                           {"to", end_json(pair.to)},
                           {"links", pair.links},
                           {"messages", pair.messages},
                           {"busiest", json_number(pair.busiest)}});
    ordered_json links = ordered_json::array();
    for (LinkTraffic const& link : traffic.hottest)
        links.push_back({{"from", link.from},
                         {"to", link.to},
                         {"level", name_of(link.level)},
                         {"messages", link.messages},
                         {"capacity", json_number(link.capacity.si())},
                         {"share", json_number(link.share)}});
    return {{"groups", groups_json(traffic.groups)},
            {"between", std::move(between)},
            {"links", std::move(links)}};
}

}  // namespace clustersim
