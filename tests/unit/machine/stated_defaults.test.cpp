// SPDX-License-Identifier: Apache-2.0
// The defaults that the schema of machines states are those of the reader.
#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

using namespace clustersim;

namespace {

/// A mapping of the schema, and the place in the machine below where its keys are stated.
struct Section {
    std::vector<std::string> schema;
    std::string place;
};

std::vector<Section> const sections{
    {{"definitions", "partition"}, "partitions.other"},
    {{"definitions", "billing"}, "partitions.other.billing"},
    {{"definitions", "qos"}, "partitions.other.qos.long"},
    {{"definitions", "fabric"}, "fabrics.tree"},
    {{"definitions", "file_system"}, "file_systems.work"},
    {{"definitions", "node_type"}, "node_types.gpu"},
    {{"definitions", "node_type", "properties", "gpus"}, "node_types.gpu.gpus"},
    {{"else", "properties", "site_rules"}, "site_rules"},
    {{"else", "properties", "site_rules", "properties", "idle_end"}, "site_rules.idle_end"},
};

ConfigNode machine_without_defaults() {
    return *parse_yaml(small_machine +
                           "  other:\n    node_type: gpu\n    nodes: 4\n"
                           "    qos: {long: {}, normal: {preemptible: true}}\n"
                           "    billing: {unit: GPU-h, per_gpu_hour: 1, per_core_hour: 1}\n"
                           "file_systems:\n  work: {kind: Lustre, capacity: 5 PB}\n"
                           "site_rules: {idle_end: {below: 100 W, after: 1 h}}\n",
                       "machine.yaml");
}

System machine_of(ConfigNode const& document) {
    Diagnostics warnings;
    auto read = read_system(document, {no_accelerators, no_links}, warnings);
    INFO((read ? "" : to_text(read.error())));
    REQUIRE(read);
    return std::move(*read);
}

auto values_of(Partition const& p) {
    BillingRule const& b = p.billing;
    return std::tuple(std::tuple(p.exclusive,
                                 p.is_default,
                                 p.purpose,
                                 p.priority_tier,
                                 p.priority_factor,
                                 p.places.first,
                                 p.preempted_jobs,
                                 p.qos),
                      std::tuple(b.combine, b.core_step));
}

/// What has a default in the schema; a key that is missing here fails the test.
auto values_of(System const& system) {
    FabricParameters const& fabric = system.fabrics.at("tree");
    NodeType const& type = system.node_types.at("gpu");
    return std::tuple(
        values_of(*system.find_partition("other")),
        std::tuple(fabric.routing, fabric.rails, fabric.leaf_taper, fabric.global_taper),
        std::tuple(system.file_systems.front().parts, type.features, type.gpus_per_card),
        std::tuple(system.rules.extends_time,
                   system.rules.idle_end->spares_interactive,
                   system.rules.idle_end->spares_reservations));
}

/// Another value that the key may have.
ConfigNode another(ConfigNode const& key, ConfigNode value) {
    if (value.kind == ConfigNode::Kind::sequence) {
        ConfigNode const* items = key.find("items");
        ConfigNode const* words = items == nullptr ? nullptr : items->find("enum");
        ConfigNode item = words == nullptr ? value : words->items.front();
        item.kind = ConfigNode::Kind::scalar;
        item.source = value.source;
        item.items.clear();
        if (words == nullptr) item.scalar = "normal";
        value.items.push_back(item);
    } else if (value.scalar == "false") {
        value.scalar = "true";
    } else if (value.scalar.find_first_not_of("0123456789") == std::string::npos) {
        value.scalar = std::to_string(std::stoi(value.scalar) + 1);
    } else {
        static constexpr std::array<std::string_view, 4> others{
            "sum", "requeue", "test", "adaptive"};
        static constexpr std::array<std::string_view, 4> defaults{
            "max", "keep_running", "production", "minimal"};
        for (std::size_t i = 0; i < defaults.size(); ++i)
            if (value.scalar == defaults[i]) {
                value.scalar = others[i];
                break;
            }
    }
    return value;
}

}  // namespace

TEST_CASE("a machine that states a default of the schema is the same machine", "[machine][unit]") {
    auto const schema = read_yaml(PROJECT_DIR "/systems/schema/system-1.json");
    REQUIRE(schema);
    ConfigNode const base = machine_without_defaults();
    auto const expected = values_of(machine_of(base));
    std::size_t stated = 0;
    for (Section const& section : sections) {
        ConfigNode const* at = &*schema;
        for (std::string const& key : section.schema) {
            at = at->find(key);
            REQUIRE(at != nullptr);
        }
        at = at->find("properties");
        REQUIRE(at != nullptr);
        for (ConfigNode::Entry const& entry : at->entries) {
            ConfigNode const* value = entry.value.find("default");
            std::string const path = section.place + "." + entry.key;
            if (value == nullptr) continue;
            CAPTURE(path);
            ConfigNode default_value = *value;
            // As if the machine's file stated it, so that the file's source and confidence hold for it.
            default_value.source = base.source;
            ConfigNode with = base;
            REQUIRE(set_value(with, path, default_value));
            CHECK(values_of(machine_of(with)) == expected);
            ++stated;
            if (entry.key == "is_default") continue;  // a machine has one
            REQUIRE(set_value(with, path, another(entry.value, default_value)));
            CHECK_FALSE(values_of(machine_of(with)) == expected);
        }
    }
    CHECK(stated >= 20);
}
