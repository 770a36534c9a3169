// SPDX-License-Identifier: Apache-2.0
#include "models/machine/access_check.hpp"

#include "models/machine/access_terms.hpp"
#include "sim/core/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace clustersim {
namespace {

/// The node of a mode's key, or of its part of the machine.
ConfigNode const&
access_place(ConfigNode const& document, AccessMode const& mode, std::string_view key) {
    ConfigNode const& part = *document.find("access")->find(mode.partition_group);
    if (key == "node_types") return *part.find(key);
    return *part.find(mode.name)->find(key);
}

void check_node_types(System const& system,
                      AccessMode const& mode,
                      ConfigNode const& document,
                      Diagnostics& diagnostics) {
    std::vector<std::string> known;
    for (auto const& [name, type] : system.node_types) known.push_back(name);
    for (std::string const& name : mode.node_types) {
        if (system.node_types.contains(name)) continue;
        Diagnostic d = problem_at(access_place(document, mode, "node_types"),
                                  Code::unknown_name,
                                  fmt::format("there is no node type \"{}\"", name));
        d.help = did_you_mean(name, known);
        diagnostics.add(std::move(d));
    }
}

/// A partition may charge something else (a queue for a quantum computer stands on a CPU node): such a project does not
/// pay for it. At least one charges the unit of the mode.
void check_billing_unit(System const& system,
                        AccessMode const& mode,
                        ConfigNode const& document,
                        Diagnostics& diagnostics) {
    if (mode.billing_unit.empty()) return;
    Partition const* other = nullptr;
    for (Partition const& partition : system.partitions) {
        std::string const& unit = partition.billing.unit;
        bool const covered =
            std::ranges::find(mode.node_types, partition.node_type) != mode.node_types.end();
        if (!covered || unit == "free") continue;
        if (unit == mode.billing_unit) return;
        if (other == nullptr) other = &partition;
    }
    if (other == nullptr) return;
    Diagnostic d = problem_at(access_place(document, mode, "billing_unit"),
                              Code::inconsistent,
                              fmt::format("partition \"{}\" over these nodes charges {}, not {}",
                                          other->name,
                                          other->billing.unit,
                                          mode.billing_unit));
    d.expected = fmt::format("`billing_unit: {}`", other->billing.unit);
    diagnostics.add(std::move(d));
}

/// The node of a rule's partitions: in its mode, else in its part of the machine.
ConfigNode const&
partitions_place(ConfigNode const& document, AccessMode const& mode, std::string const& rule) {
    ConfigNode const& part = *document.find("access")->find(mode.partition_group);
    ConfigNode const* own = part.find(mode.name)->find("rules");
    ConfigNode const* found = own != nullptr ? own->find(rule) : nullptr;
    if (found == nullptr) found = part.find("rules")->find(rule);
    return *found->find("partitions");
}

void check_proof_partitions(System const& system,
                            AccessMode const& mode,
                            ConfigNode const& document,
                            Diagnostics& diagnostics) {
    if (system.partitions.empty()) return;  // a file of Slurm has them
    std::vector<std::string> known;
    for (Partition const& partition : system.partitions) known.push_back(partition.name);
    for (AccessRule const& rule : access_terms(document, mode).rules) {
        auto const* proof = std::get_if<ScalingProof>(&rule.terms);
        if (proof == nullptr) continue;
        for (std::string const& name : proof->partitions) {
            if (system.find_partition(name) != nullptr) continue;
            Diagnostics one;
            Diagnostic d = problem_at(partitions_place(document, mode, rule.name),
                                      Code::unknown_name,
                                      fmt::format("there is no partition \"{}\"", name));
            d.help = did_you_mean(name, known);
            one.add(std::move(d));
            diagnostics.append_unsaid(one);
        }
    }
}

}  // namespace

void check_access(System const& system, ConfigNode const& document, Diagnostics& diagnostics) {
    std::string part;
    for (AccessMode const& mode : system.access) {
        // The node types of a part are listed once, for all of its modes.
        if (mode.partition_group != part) check_node_types(system, mode, document, diagnostics);
        part = mode.partition_group;
        check_billing_unit(system, mode, document, diagnostics);
        check_proof_partitions(system, mode, document, diagnostics);
    }
}

}  // namespace clustersim
