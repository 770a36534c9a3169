// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/slurm_policy.hpp"

#include "sim/config/reader.hpp"
#include "sim/config/yaml_text.hpp"
#include "sim/core/hostlist.hpp"
#include "sim/slurm/read/machine/policy_availability.hpp"
#include "sim/slurm/read/machine/policy_settings.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 9> section_names{"partitions",
                                                        "qos",
                                                        "node_types",
                                                        "reservations",
                                                        "add-nodes",
                                                        "maintenance",
                                                        "failures",
                                                        "outages",
                                                        "release"};

constexpr std::string_view policy_source = "policy";

/// A plain number or amount, or a list of them, as the check of sources recognises it.
bool wants_source(ConfigNode const& node) {
    if (node.kind == ConfigNode::Kind::sequence)
        return !node.items.empty() && std::ranges::all_of(node.items, wants_source);
    if (node.kind != ConfigNode::Kind::scalar || node.quoted) return false;
    auto const first = node.scalar.find_first_not_of("+-.");
    return first != std::string::npos && node.scalar[first] >= '0' && node.scalar[first] <= '9';
}

/// Every number of a machine file states its source: for those of a policy it is the policy, unless
/// they state another one.
void state_source(ConfigNode& node) {
    if (node.find("source") != nullptr && node.find("confidence") != nullptr) return;
    if (wants_source(node)) {
        ConfigNode stated;
        stated.kind = ConfigNode::Kind::mapping;
        add_entry(stated, "value", node);
        add_entry(stated, "source", scalar_node(std::string(policy_source)));
        add_entry(stated, "confidence", scalar_node("estimate"));
        for (ConfigNode* one : {&stated, &stated.entries[1].value, &stated.entries[2].value}) {
            one->source = node.source;
            one->line = node.line;
            one->column = node.column;
            one->length = node.length;
        }
        node = std::move(stated);
        return;
    }
    for (ConfigNode::Entry& entry : node.entries) state_source(entry.value);
}

/// Changes one document: a machine with a block `slurm:`, a machine whose `slurm:` holds a site, or a site.
class PolicyOverlay {
  public:
    /// `machine` is null for a site file.
    PolicyOverlay(ConfigNode& document, System const* machine, Instant origin)
        : document_(document), machine_(machine), origin_(origin) {
        changes_.kind = ConfigNode::Kind::mapping;
    }

    /// Adds all problems and warnings.
    void apply(ConfigNode const& policy, Diagnostics& problems) {
        if (policy.kind != ConfigNode::Kind::mapping) {
            problems.add(problem_at(policy, Code::wrong_type, "\"policy\" is not a mapping"))
                .expected = "parameters of slurm.conf, " + joined_sections();
            return;
        }
        for (ConfigNode::Entry const& entry : policy.entries) apply_entry(entry, problems);
        if (is_machine()) {
            state_source(changes_);
            set_value(document_,
                      fmt::format("sources.{}", policy_source),
                      text_node("the policy of the scenario"));
        }
        merge_onto(site_block(), std::move(changes_));
    }

  private:
    static std::string joined_sections() {
        std::string text;
        for (std::string_view const name : section_names)
            text += (text.empty() ? "" : ", ") + std::string(name);
        return text;
    }

    /// True if partitions and nodes are described in the terms of a machine file.
    [[nodiscard]] bool is_machine() const {
        return machine_ != nullptr && !machine_->has_slurm_file();
    }

    /// The mapping with the keys of a site file.
    ConfigNode& site_block() {
        ConfigNode const* schema = document_.find("schema");
        if (schema != nullptr && schema->scalar == slurm::site_schema) return document_;
        for (ConfigNode::Entry& entry : document_.entries)
            if (entry.key == "slurm" && entry.value.kind == ConfigNode::Kind::mapping)
                return entry.value;
        ConfigNode block;
        block.kind = ConfigNode::Kind::mapping;
        set_value(document_, "slurm", block);
        return site_block();
    }

    void apply_entry(ConfigNode::Entry const& entry, Diagnostics& problems) {
        if (std::ranges::find(section_names, entry.key) == section_names.end()) {
            slurm::read_policy_setting(entry, section_names, changes_, problems);
        } else if (entry.key == "release") {
            set_value(changes_, "settings.release", entry.value);
        } else if (entry.value.kind != ConfigNode::Kind::mapping) {
            problems.add(problem_at(
                entry.value, Code::wrong_type, fmt::format("\"{}\" is not a mapping", entry.key)));
        } else if (entry.key == "maintenance") {
            for (ConfigNode::Entry const& one : entry.value.entries)
                read_maintenance(one, frame(), changes_, problems);
        } else if (entry.key == "failures") {
            read_node_failures(entry, frame(), changes_, problems);
        } else if (entry.key == "outages") {
            for (ConfigNode::Entry const& one : entry.value.entries)
                read_outage(one, frame(), changes_, problems);
        } else if (entry.key == "add-nodes") {
            for (ConfigNode::Entry const& one : entry.value.entries) add_nodes(one, problems);
        } else if (entry.key == "node_types" && !is_machine()) {
            problems
                .add(problem_at(entry.key_node,
                                Code::inconsistent,
                                "the nodes of this machine are those of its Slurm file"))
                .help = "add nodes like those of a partition with `add-nodes`";
        } else if (is_machine() && (entry.key == "partitions" || entry.key == "node_types")) {
            if (entry.key == "partitions") check_partitions(entry.value, problems);
            ConfigNode::Entry stated = entry;
            state_source(stated.value);
            merge_section(document_, stated);
        } else {
            if (entry.key == "partitions") check_partitions(entry.value, problems);
            merge_section(changes_, entry);
        }
    }

    [[nodiscard]] PolicyFrame frame() { return {partition_names(), origin_}; }

    static void merge_section(ConfigNode& onto, ConfigNode::Entry const& section) {
        ConfigNode wrapped;
        wrapped.kind = ConfigNode::Kind::mapping;
        wrapped.entries.push_back(section);
        if (onto.kind == ConfigNode::Kind::null) onto.kind = ConfigNode::Kind::mapping;
        merge_onto(onto, std::move(wrapped));
    }

    [[nodiscard]] std::vector<std::string> partition_names() {
        std::vector<std::string> names;
        ConfigNode const* all =
            is_machine() ? document_.find("partitions") : site_block().find("partitions");
        if (all == nullptr) return names;
        for (ConfigNode::Entry const& one : all->entries) names.push_back(one.key);
        return names;
    }

    /// A new partition states its nodes; without them the name is a mistake.
    void check_partitions(ConfigNode const& partitions, Diagnostics& problems) {
        std::vector<std::string> const known = partition_names();
        for (ConfigNode::Entry const& one : partitions.entries) {
            if (one.value.find("nodes") != nullptr) continue;
            if (std::ranges::find(known, one.key) == known.end())
                unknown_partition(one.key_node, one.key, problems);
        }
    }

    void unknown_partition(ConfigNode const& at, std::string const& name, Diagnostics& problems) {
        clustersim::unknown_partition(at, name, partition_names(), problems);
    }

    static void place(ConfigNode& node, ConfigNode const& at) {
        node.source = at.source;
        node.line = at.line;
        node.column = at.column;
    }

    void add_nodes(ConfigNode::Entry const& one, Diagnostics& problems) {
        ConfigNode wrapped;
        wrapped.kind = ConfigNode::Kind::mapping;
        wrapped.entries.push_back(one);
        Reader reader(wrapped, problems);
        constexpr double most_nodes_added = 1e6;
        auto const count = reader.integer(one.key, Range::at_least(1, most_nodes_added));
        reader.finish();
        if (is_machine())
            add_to_machine(one, count, problems);
        else
            add_to_site(one, count, problems);
    }

    void add_to_machine(ConfigNode::Entry const& one, std::int64_t count, Diagnostics& problems) {
        Partition const* partition = machine_->find_partition(one.key);
        if (partition == nullptr) {
            unknown_partition(one.key_node, one.key, problems);
            return;
        }
        NodeType const& type = machine_->node_type_of(*partition);
        auto const put = [&](std::string const& path, std::int64_t nodes) {
            ConfigNode node = scalar_node(std::to_string(nodes));
            place(node, one.value);
            state_source(node);
            set_value(document_, path, std::move(node));
        };
        put(fmt::format("partitions.{}.nodes", partition->name), partition->nodes + count);
        put(fmt::format("node_types.{}.nodes", partition->node_type), type.nodes + count);
    }

    /// Adds new names at the end of the list, in the partition, and below the switch of its first
    /// node.
    void add_to_site(ConfigNode::Entry const& one, std::int64_t count, Diagnostics& problems) {
        auto const site = slurm::read_site(site_block());
        if (!site) {
            problems.append(site.error());
            return;
        }
        auto const index = site->find_partition(one.key);
        if (!index) {
            unknown_partition(one.key_node, one.key, problems);
            return;
        }
        auto const& partition = site->partitions[static_cast<std::size_t>(*index)];
        if (partition.nodes.empty()) {
            problems.add(problem_at(one.key_node,
                                    Code::inconsistent,
                                    fmt::format("the partition {} has no node", one.key)));
            return;
        }
        std::int32_t const first = partition.nodes.front();
        auto const name_of = [&](std::int32_t node) {
            return site->nodes[static_cast<std::size_t>(node)].name;
        };
        std::string const added = fmt::format("{}-added[1-{}]", one.key, count);
        auto const with_added = [&](std::vector<std::int32_t> const& nodes) {
            std::vector<std::string> names;
            for (std::int32_t const node : nodes) names.push_back(name_of(node));
            ConfigNode list = text_node(compress_hostlist(names) + "," + added);
            place(list, one.value);
            return list;
        };
        ConfigNode entry;
        add_entry(entry, "names", text_node(added));
        add_entry(entry, "like", text_node(name_of(first)));
        for (ConfigNode::Entry& part : entry.entries) place(part.value, one.value);
        place(entry, one.value);
        add_item(*mutable_find(site_block(), "nodes"), std::move(entry));
        set_value(changes_, "partitions." + one.key + ".nodes", with_added(partition.nodes));
        for (slurm::Switch const& leaf : site->switches)
            if (std::ranges::find(leaf.nodes, first) != leaf.nodes.end())
                set_value(changes_, "switches." + leaf.name + ".nodes", with_added(leaf.nodes));
    }

    static ConfigNode* mutable_find(ConfigNode& mapping, std::string_view key) {
        for (ConfigNode::Entry& entry : mapping.entries)
            if (entry.key == key) return &entry.value;
        return nullptr;
    }

    ConfigNode& document_;
    System const* machine_;
    Instant origin_;
    ConfigNode changes_;  ///< in the form of a site file
};

/// Moves the warnings to the caller; false if there are errors.
bool accepted(Diagnostics& problems, Diagnostics& warnings) {
    if (problems.has_errors()) {
        problems.sort_by_place();
        return false;
    }
    warnings.append(std::move(problems));
    return true;
}

}  // namespace

Result<MachineDocuments>
machine_under_policy(LoadedSystem const& machine, ConfigNode const& policy, Diagnostics& warnings) {
    MachineDocuments changed = machine;
    // The tree of the file in place of its name.
    if (machine.system.has_slurm_file() && changed.document.find("slurm") != nullptr)
        set_value(changed.document, "slurm", machine.system.slurm);
    Diagnostics problems;
    PolicyOverlay(changed.document, &machine.system, Instant{}).apply(policy, problems);
    if (!accepted(problems, warnings)) return failure(std::move(problems));
    return changed;
}

Result<ConfigNode> site_under_policy(ConfigNode const& site,
                                     ConfigNode const& policy,
                                     Instant origin,
                                     Diagnostics& warnings) {
    ConfigNode changed = site;
    Diagnostics problems;
    PolicyOverlay(changed, nullptr, origin).apply(policy, problems);
    if (!accepted(problems, warnings)) return failure(std::move(problems));
    return changed;
}

}  // namespace clustersim
