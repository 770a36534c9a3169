// SPDX-License-Identifier: Apache-2.0
#include "models/machine/system_check.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

TEST_CASE("names that refer to nothing are reported at their place", "[machine][unit]") {
    CHECK(only_problem(with("node_type: gpu", "node_type: gpus")) == "CS0108:34");
    CHECK(only_problem(with("fabric: tree", "fabric: forest")) == "CS0108:30");
    CHECK(only_problem(with("accelerator: device", "accelerator: devise")) == "CS0108:27");
    CHECK(only_problem(with("    memory: 512 GiB", "    part_of: cpu\n    memory: 512 GiB")) ==
          "CS0108:26");
    auto const read = read_machine(with("fabric: tree", "fabric: three"));
    CHECK(to_text(read.error()).find("did you mean \"tree\"?") != std::string::npos);
}

TEST_CASE("the NIC of each GPU is given and exists", "[machine][unit]") {
    CHECK(only_problem(with("[0, 0, 1, 1]", "[0, 1]")) == "CS0110:29");
    CHECK(only_problem(with("[0, 0, 1, 1]", "[0, 0, 1, 2]")) == "CS0110:29");
    auto const read = read_machine(with("[0, 0, 1, 1]", "[0, 1]"));
    CHECK(read.error().items().front().message ==
          "nic_of_gpu lists 2 GPUs, but the node type has 4 (line 27)");
}

TEST_CASE("a partition is not larger than its machine", "[machine][unit]") {
    auto const read =
        read_machine(with("    nodes: 8\n    is_default", "    nodes: 9\n    is_default"));
    REQUIRE_FALSE(read);
    CHECK(read.error().items().front().message ==
          "partition \"batch\" has 9 nodes, but the machine has 8 of type \"gpu\" (line 24)");
}

TEST_CASE("a limit above the partition's size is a warning", "[machine][unit]") {
    Diagnostics warnings;
    auto const document = parse_yaml(with("{max_nodes: 4,", "{max_nodes: 40,"), "machine.yaml");
    auto const read = read_system(*document, {no_accelerators, no_links}, warnings);
    REQUIRE(read);
    REQUIRE(warnings.items().size() == 1);
    CHECK(warnings.items().front().severity == Severity::warning);
    CHECK(warnings.items().front().where.line == 37);
}

TEST_CASE("exactly one partition is the default", "[machine][unit]") {
    CHECK(only_problem(with("    is_default: true\n", "")) == "CS0104:33");
    CHECK(only_problem(
              small_machine +
              "  other: {node_type: gpu, nodes: 1, is_default: true, billing: {unit: free}}\n") ==
          "CS0110:41");
    CHECK(only_problem(small_machine +
                       "  other: {node_type: gpu, nodes: 1, billing: {unit: free}}\n") ==
          "accepted");
}

TEST_CASE("several GPUs need a link, and GPUs are charged only on nodes that have them",
          "[machine][unit]") {
    CHECK(only_problem(with("    link: {kind: nvlink_pairs, per_device: 300 GB/s, per_pair: 100 "
                            "GB/s, latency: 2 us, "
                            "achievable: 0.7}\n",
                            "")) == "CS0104:24");
    std::string text = with("    gpus: {accelerator: device, count: 4}\n", "");
    text.replace(text.find(", nic_of_gpu: [0, 0, 1, 1]"), 26, "");
    CHECK(only_problem(text) == "CS0110:39");
}

TEST_CASE("a domain of links has whole nodes", "[machine][unit]") {
    auto const domain = [](char const* devices) {
        return with("achievable: 0.7}", std::string("achievable: 0.7, domain: ") + devices + "}");
    };
    CHECK(only_problem(domain("72")) == "accepted");
    CHECK(only_problem(domain("70")) == "CS0110:28");
    auto const read = read_machine(domain("70"));
    CHECK(read.error().items().front().message ==
          "a domain of 70 devices has no whole nodes of 4 (line 27)");
}
