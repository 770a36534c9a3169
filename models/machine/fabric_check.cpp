// SPDX-License-Identifier: Apache-2.0
#include "models/machine/fabric_check.hpp"

#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// The value at fabrics.FABRIC.KEYS, or the deepest mapping on this path that exists.
ConfigNode const& at(ConfigNode const& document,
                     std::string const& fabric,
                     std::initializer_list<std::string_view> keys) {
    ConfigNode const* node = document.find("fabrics");
    if (node == nullptr) return document;
    if (ConfigNode const* found = node->find(fabric)) node = found;
    for (std::string_view const key : keys) {
        ConfigNode const* next = node->find(key);
        if (next == nullptr) break;
        node = next;
    }
    ConfigNode const* inner = node->find("value");
    return inner != nullptr ? *inner : *node;
}

Diagnostic unknown(ConfigNode const& place,
                   std::string_view what,
                   std::string const& name,
                   std::vector<std::string> const& known) {
    Diagnostic d =
        problem_at(place, Code::unknown_name, fmt::format("there is no {} \"{}\"", what, name));
    d.help = did_you_mean(name, known);
    return d;
}

void check_part_of(System const& system,
                   FabricParameters const& fabric,
                   ConfigNode const& document,
                   Diagnostics& diagnostics) {
    if (fabric.part_of.empty()) return;
    ConfigNode const& place = at(document, fabric.name, {"part_of"});
    auto const whole = system.fabrics.find(fabric.part_of);
    if (whole == system.fabrics.end()) {
        std::vector<std::string> known;
        for (auto const& [name, unused] : system.fabrics) known.push_back(name);
        diagnostics.add(unknown(place, "fabric", fabric.part_of, known));
    } else if (!whole->second.part_of.empty() || whole->first == fabric.name) {
        diagnostics.add(problem_at(
            place,
            Code::inconsistent,
            fmt::format("\"{}\" is not a separate network, so \"{}\" cannot be part of it",
                        fabric.part_of,
                        fabric.name)));
    } else if (whole->second.kind != fabric.kind) {
        diagnostics.add(
            problem_at(place,
                       Code::inconsistent,
                       fmt::format("\"{}\" and \"{}\" are joined, but have different kinds",
                                   fabric.name,
                                   fabric.part_of)));
    }
}

/// The names that `links_to` may use in one network: its classes, and its fabrics without classes.
std::vector<std::string> class_names(System const& system, FabricParameters const& fabric) {
    std::string const& network = fabric.part_of.empty() ? fabric.name : fabric.part_of;
    std::vector<std::string> names;
    for (auto const& [name, other] : system.fabrics) {
        if (name != network && other.part_of != network) continue;
        if (other.classes.empty()) names.push_back(name);
        for (GroupClass const& one : other.classes) names.push_back(one.name);
    }
    return names;
}

void check_classes(System const& system,
                   FabricParameters const& fabric,
                   ConfigNode const& document,
                   Diagnostics& diagnostics) {
    if (fabric.classes.empty()) return;
    std::vector<std::string> const names = class_names(system, fabric);
    std::vector<std::string> types;
    for (auto const& [name, type] : system.node_types)
        if (type.fabric == fabric.name && type.part_of.empty()) types.push_back(name);
    int groups = 0;
    for (GroupClass const& one : fabric.classes) {
        groups += one.groups;
        auto const place = [&](std::string_view key, std::string const& name) -> ConfigNode const& {
            return at(document, fabric.name, {"group_classes", one.name, key, name});
        };
        if (std::ranges::count(names, one.name) > 1) {
            diagnostics.add(problem_at(
                at(document, fabric.name, {"group_classes", one.name}),
                Code::duplicate_key,
                fmt::format("the class \"{}\" is given twice in one network", one.name)));
        }
        for (auto const& [type, count] : one.nodes) {
            if (std::ranges::find(types, type) == types.end())
                diagnostics.add(
                    unknown(place("nodes", type), "node type on this fabric named", type, types));
        }
        for (auto const& [other, count] : one.links_to)
            if (std::ranges::find(names, other) == names.end())
                diagnostics.add(unknown(place("links_to", other), "class of groups", other, names));
    }
    if (fabric.groups != 0 && groups != fabric.groups) {
        diagnostics.add(problem_at(
            at(document, fabric.name, {"groups"}),
            Code::inconsistent,
            fmt::format("the classes have {} groups in total, not {}", groups, fabric.groups)));
    }
}

}  // namespace

void check_fabrics(System const& system, ConfigNode const& document, Diagnostics& diagnostics) {
    for (auto const& [name, fabric] : system.fabrics) {
        check_part_of(system, fabric, document, diagnostics);
        check_classes(system, fabric, document, diagnostics);
    }
}

}  // namespace clustersim
