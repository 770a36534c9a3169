// SPDX-License-Identifier: Apache-2.0
#include "models/machine/node_type_config.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("a node type has its CPUs, GPUs, link, NICs and power", "[machine][unit]") {
    auto const system = read_machine(small_machine);
    REQUIRE(system);
    NodeType const& type = system->node_types.at("gpu");
    CHECK(type.cores == 64);
    CHECK(type.cpu_peak().si() == Approx(64 * 2.5e9 * 16));
    CHECK(type.gpus == 4);
    CHECK(type.gpus_per_card == 1);
    CHECK(type.link.kind == NodeLinkKind::nvlink_pairs);
    CHECK(type.link.per_pair.si() == 1e11);
    CHECK(type.nic.bandwidth.si() == 25e9);
    CHECK(type.nic.nic_of_gpu == std::vector<int>{0, 0, 1, 1});
    CHECK(type.base_power.si() == 400);
    CHECK(type.local_storage.si() == 0);
}

TEST_CASE("contradictions inside a node type are reported at their lines", "[machine][unit]") {
    CHECK(only_problem(with("cores: 64", "cores: 63")) == "CS0110:25");
    CHECK(only_problem(with("count: 4}", "count: 4, per_card: 3}")) == "CS0110:27");
    CHECK(only_problem(with("per_pair: 100", "per_pair: 1000")) == "CS0110:28");
    CHECK(only_problem(with("kind: nvlink_pairs", "kind: nvlinks")) == "CS0108:28");
    CHECK(only_problem(with("achievable: 0.9", "achievable: 9")) == "CS0107:29");
    CHECK(only_problem(with("base_power: {value: 400 W", "base_power: {value: 400 GB")) ==
          "CS0106:31");
}

TEST_CASE("zero sockets and empty names are reported at their lines", "[machine][unit]") {
    CHECK(only_problem(with("sockets: 2", "sockets: 0")) == "CS0107:25");
    CHECK(only_problem(with("accelerator: device", "accelerator: ''")) == "CS0105:27");
    CHECK(only_problem(with("fabric: tree", "fabric: ''")) == "CS0105:30");
    CHECK(only_problem(with("node_type: gpu", "node_type: ''")) == "CS0105:34");
}

TEST_CASE("a dragonfly needs its groups, a fat tree does not", "[machine][unit]") {
    CHECK(only_problem(with("kind: fat_tree, groups: 1,", "kind: fat_tree,")) == "accepted");
    CHECK(only_problem(with("kind: fat_tree, groups: 1,",
                            "kind: dragonfly_plus, links_per_group_pair: 3,")) == "CS0104:21");
    auto const system = read_machine(small_machine);
    CHECK(system->fabrics.at("tree").leaf_taper == 1.0);
    CHECK(system->fabrics.at("tree").spines_per_group == 0);
}

TEST_CASE("drives have a capacity, and files in memory fit into it", "[machine][unit]") {
    auto const system = read_machine(with(
        "    base_power",
        "    local_storage: 2 TB\n    local_disk: {read: 3 GB/s, write: 2 GB/s, creates_per_s: "
        "5000}\n    ram_disk: 10 GB\n    base_power"));
    REQUIRE(system);
    NodeType const& type = system->node_types.at("gpu");
    REQUIRE(type.local_disk);
    CHECK(type.local_disk->write.si() == 2e9);
    CHECK(type.local_disk->creates.si() == 5000);
    CHECK(type.ram_disk->si() == 1e10);
    CHECK(only_problem(with("    base_power", "    ram_disk: 9 TB\n    base_power")) ==
          "CS0110:31");
    CHECK(only_problem(with("    base_power",
                            "    local_disk: {read: 3 GB/s, write: 2 GB/s, creates_per_s: 5000}\n"
                            "    base_power")) == "CS0110:31");
}

TEST_CASE("a node may have the 72 devices of a rack", "[machine][unit]") {
    std::string ports = "[0";
    for (int port = 1; port < 72; ++port) ports += ", " + std::to_string(port);
    std::string rack = with("count: 4}", "count: 72}");
    auto const put = [&](std::string const& from, std::string const& to) {
        auto const at = rack.find(from);
        REQUIRE(at != std::string::npos);
        rack.replace(at, from.size(), to);
    };
    put("[0, 0, 1, 1]", ports + "]");
    put("count: 2, bandwidth", "count: 72, bandwidth");
    auto const system = read_machine(rack);
    if (!system) INFO(to_text(system.error()));
    REQUIRE(system);
    CHECK(system->node_types.at("gpu").gpus == 72);
    CHECK(only_problem(with("count: 4}", "count: 129}")).starts_with("CS0107"));
}
