// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/systems_table.hpp"

#include "sim/commands/catalogue/billing_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"

#include <algorithm>
#include <set>

using namespace clustersim;

namespace {

LoadedSystem machine(std::string const& name) {
    auto loaded = Catalogue(std::string(PROJECT_DIR) + "/systems").load(name);
    REQUIRE(loaded);
    return std::move(*loaded);
}

/// Everything that a file says of its machine, as "path = text"; a note stands for its mapping.
void collect(ConfigNode const& node, std::string const& path, std::set<std::string>& said) {
    if (node.kind == ConfigNode::Kind::scalar) said.insert(path + " = " + node.scalar);
    for (ConfigNode const& item : node.items) collect(item, path, said);
    for (ConfigNode::Entry const& entry : node.entries) {
        bool const head = path.empty() && entry.value.kind != ConfigNode::Kind::mapping;
        bool const origin = entry.key == "source" || entry.key == "confidence" ||
                            (path.empty() && entry.key == "sources");
        if (head || origin) continue;
        bool const own = !path.empty() && (entry.key == "value" || entry.key == "note");
        std::string const dot = path.empty() ? "" : ".";
        collect(entry.value, own ? path : path + dot + entry.key, said);
    }
}

}  // namespace

TEST_CASE("one section of a machine is shown alone", "[report][unit]") {
    LoadedSystem const loaded = machine("mn5");
    std::string const access = system_section_text(loaded, "access", {Format::table, 200});
    CHECK(says(access, "MareNostrum 5 ACC"));
    CHECK(says(access, "scaling tests for a proposal"));
    CHECK_FALSE(says(access, "billing per hour"));
    CHECK_FALSE(says(access, "Sources of"));
    CHECK(says(system_section_text(loaded, "node_types.acc", Format::table), "h100-sxm5-64"));
    CHECK(says(system_section_text(loaded, "sources", Format::table), "Sources of marenostrum5"));
    for (std::string const& name : system_sections(loaded)) {
        INFO(name);
        CHECK_FALSE(system_section_text(loaded, name, Format::table).empty());
    }
    CHECK(system_section_text(loaded, "acess", Format::table).empty());
    CHECK(system_section_text(loaded, "acess", Format::csv).empty());
}

TEST_CASE("a machine without QOS has no section for them", "[report][unit]") {
    for (std::string const& name : system_sections(machine("lumi")))
        CHECK_FALSE(system_section_text(machine("lumi"), name, Format::table).empty());
}

TEST_CASE("every value of a machine's file is shown", "[report][unit]") {
    for (std::string const& name : Catalogue(std::string(PROJECT_DIR) + "/systems").names()) {
        LoadedSystem const loaded = machine(name);
        std::set<std::string> said;
        collect(loaded.document, "", said);
        REQUIRE(said.size() > 100);
        std::set<std::string> listed;
        for (Fact const& fact : values_of(loaded)) {
            listed.insert(fact.path + " = " + fact.value);
            listed.insert(fact.path + " = " + fact.note);
        }
        std::string const plain = system_facts_text(loaded, {Format::table, 10'000});
        std::string const csv = system_facts_text(loaded, Format::csv);
        for (std::string const& one : said) {
            INFO(name << " " << one);
            std::string const text = one.substr(one.find(" = ") + 3);
            CHECK(says(plain, text));
            CHECK(says(csv, one.substr(0, one.find(" = ")) + ","));
            bool const in_list = says(plain, "[" + text) || says(plain, ", " + text);
            CHECK((in_list || listed.contains(one)));
        }
    }
}

TEST_CASE("the overview has the facts for planning: prices, preemption, constraints, access",
          "[report][unit]") {
    std::string const meluxina = system_facts_text(machine("meluxina"), {Format::table, 10'000});
    CHECK(says(meluxina, "node-h: 1 per node"));
    auto const urgent = meluxina.find("gpu        urgent");
    REQUIRE(urgent != std::string::npos);
    CHECK(says(meluxina.substr(urgent, meluxina.find('\n', urgent) - urgent), "short-preempt"));
    auto const victim = meluxina.find("gpu        short-preempt");
    REQUIRE(victim != std::string::npos);
    CHECK(says(meluxina.substr(victim, meluxina.find('\n', victim) - victim), "urgent"));
    CHECK(says(meluxina, "features "));

    std::string const alex = system_facts_text(machine("alex"), Format::markdown);
    CHECK(says(alex, "-p a100 -C a100_80"));
    CHECK(says(alex, "## Partitions\n"));
    std::string const karolina = system_facts_text(machine("karolina"), {Format::table, 10'000});
    CHECK(says(karolina, "requeued for a higher tier"));
    CHECK(says(karolina, "node-h: 0.125 per GPU"));
    std::string const berzelius = system_facts_text(machine("berzelius"), {Format::table, 10'000});
    CHECK(says(berzelius, "-p berzelius --reservation=3g.20gb"));
    CHECK(says(berzelius, "1 GPU and 8 cores"));
    CHECK(says(system_facts_text(machine("mahti"), {Format::table, 10'000}),
               "shared, up to 32 cores and 60 GiB"));

    std::string const lumi = system_facts_text(machine("lumi"), {Format::table, 10'000});
    CHECK(says(lumi, "20,000 to 150,000 node-h"));
    CHECK(says(lumi, "industry                          10,000 to 50,000 GPU-h"));
    CHECK(says(lumi, "industry                          50,000 to 2,400,000 GPU-h"));
    CHECK(says(lumi, "scaling tests for a proposal      2,500 node-h"));
    std::string const json = system_facts_text(machine("lumi"), Format::json);
    CHECK(says(json, "\"billing_unit\": \"GPU-h\""));
    CHECK(says(json, "\"maximum_gpu_hours\": 50000.0"));
}

TEST_CASE("a billing rule reads as its site writes it", "[report][unit]") {
    NodeType type;
    Partition partition;
    partition.billing.unit = "free";
    CHECK(billing_text(partition, type) == "not charged");
    partition.billing.unit = "core-h";
    partition.billing.per_core_hour = 1.0;
    CHECK(billing_text(partition, type) == "core-h: 1 per core");
    partition.billing.per_gib_hour = 0.5;
    partition.billing.memory_step = bytes(2.0 * 0x1p30);
    CHECK(billing_text(partition, type) == "core-h: largest of 1 per core, 1 per 2 GiB begun");
    partition.billing.core_step = 8;
    partition.billing.combine = BillingRule::Combine::sum;
    CHECK(billing_text(partition, type) == "core-h: 8 per 8 cores begun + 1 per 2 GiB begun");
    partition.billing.per_node_hour = 100.0;
    CHECK(billing_text(partition, type) ==
          "core-h: 8 per 8 cores begun + 1 per 2 GiB begun, at most 100 per node");
    partition.exclusive = true;
    CHECK(billing_text(partition, type) == "core-h: 100 per node");
    partition.billing.per_node_hour = 0.0;
    CHECK(billing_text(partition, type) ==
          "core-h: 8 per 8 cores begun + 1 per 2 GiB begun, for whole nodes");
    type.gpus_per_card = 2;
    partition.billing = {.unit = "GPU-h", .per_gpu_hour = 0.5, .memory_step = {}};
    partition.exclusive = false;
    CHECK(billing_text(partition, type) == "GPU-h: 0.5 per GCD");
}

TEST_CASE("the list gives one row a machine with exact counts", "[report][unit]") {
    std::vector<LoadedSystem> const systems{machine("leonardo"), machine("lumi")};
    std::string const plain = systems_text(systems, {Format::table, 10'000});
    CHECK(std::count(plain.begin(), plain.end(), '\n') == 3);
    CHECK(says(plain, "4,992  13,824"));
    CHECK(says(plain, "mi250x-gcd, a40"));
    CHECK(says(systems_text(systems, Format::csv), "leonardo,IT,3,4992,13824,"));
    CHECK(says(systems_text(systems, Format::markdown), "| leonardo |"));
    CHECK(says(systems_text(systems, Format::json), "\"gpus\": 23888"));
}

TEST_CASE("every number of a machine is shown with its source in every format", "[report][unit]") {
    LoadedSystem const vega = machine("vega");
    std::string const plain = system_facts_text(vega, {Format::table, 10'000});
    CHECK(says(plain, "partitions.gpu (node type gpu; default)\n"));
    CHECK(says(plain, "HDR Dragonfly+ is documented; the numbers are chosen"));
    CHECK(says(plain, "accelerators.a100-sxm4-40 (NVIDIA A100-SXM4-40GB)\n"));
    CHECK(says(plain, "- S4: EPICURE, Best Practice Guide"));
    CHECK(says(plain, "not followed: GPU nodes with 2 x HDR100."));

    std::string const csv = system_facts_text(vega, Format::csv);
    auto const lines = static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n'));
    CHECK(lines == values_of(vega).size() + 1);
    CHECK(says(csv, "node_types.gpu.nodes,60,seed,S4,"));
    CHECK(says(system_facts_text(vega, Format::json), "\"path\": \"node_types.gpu.nodes\""));
    CHECK(says(system_facts_text(vega, Format::markdown), "## power\n"));
}

TEST_CASE("the summary counts confidences, best first", "[report][unit]") {
    std::vector<Fact> facts(3);
    facts[0].confidence = "estimate";
    facts[1].confidence = "docs";
    facts[2].confidence = "estimate";
    CHECK(confidence_summary(facts) == "3 numbers: 1 docs, 2 estimate");
}
