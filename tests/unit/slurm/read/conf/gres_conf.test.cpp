// SPDX-License-Identifier: Apache-2.0
#include "tests/support/catch.hpp"
#include "tests/unit/slurm/read/conf/site_text.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

Site read_gpus(std::string const& node_gres, std::string const& gres) {
    auto reading = read_texts(
        "GresTypes=gpu\nNodeName=n[1-4] CPUs=8 Sockets=2 CoresPerSocket=4 Gres=" + node_gres +
            "\nPartitionName=p Nodes=ALL\n",
        gres);
    REQUIRE(reading.has_value());
    return reading->site;
}

}  // namespace

TEST_CASE("assigns devices to the socket that has all their cores", "[slurm_conf][unit]") {
    auto const site =
        read_gpus("gpu:a100:4",
                  "NodeName=n[1-4] Name=gpu Type=a100 File=/dev/nvidia[0-1] Cores=0-3\n"
                  "NodeName=n[1-4] Name=gpu Type=a100 File=/dev/nvidia[2-3] Cores=4-7\n");
    REQUIRE(site.records.size() == 1);
    REQUIRE(site.records[0].gres.size() == 1);
    CHECK(site.records[0].gres[0].count == 4);
    CHECK(site.records[0].gres[0].sockets == std::vector<std::int32_t>{0, 0, 1, 1});
}

TEST_CASE("devices without cores, or with cores of both sockets, belong to no socket",
          "[slurm_conf][unit]") {
    CHECK(
        read_gpus("gpu:2", "Name=gpu File=/dev/nvidia[0-1]\n").records[0].gres[0].sockets.empty());
    CHECK(read_gpus("gpu:2", "Name=gpu Count=2 Cores=0-7\n").records[0].gres[0].sockets.empty());
}

TEST_CASE("takes the types of an untyped count from gres.conf", "[slurm_conf][unit]") {
    auto const site = read_gpus("gpu:3", "Name=gpu Type=a Count=2\nName=gpu Type=b Count=1\n");
    REQUIRE(site.records[0].gres.size() == 2);
    CHECK(site.records[0].gres[0].type == "a");
    CHECK(site.records[0].gres[0].count == 2);
    CHECK(site.records[0].gres[1].type == "b");
    CHECK(site.tres.find("gres/gpu:b").has_value());
}

TEST_CASE("keeps links if every device has a row of them", "[slurm_conf][unit]") {
    auto const site = read_gpus("gpu:2",
                                "Name=gpu File=/dev/nvidia0 Links=-1,4\n"
                                "Name=gpu File=/dev/nvidia1 Links=4,-1\n");
    CHECK(site.records[0].gres[0].links == std::vector<std::int32_t>{-1, 4, 4, -1});
}

TEST_CASE("divides a record whose nodes gres.conf describes differently", "[slurm_conf][unit]") {
    auto const site = read_gpus("gpu:1",
                                "NodeName=n[1,3] Name=gpu Type=a Count=1\n"
                                "NodeName=n[2,4] Name=gpu Type=b Count=1\n");
    REQUIRE(site.records.size() == 2);
    CHECK(site.record_of(0).gres[0].type == "a");
    CHECK(site.record_of(1).gres[0].type == "b");
    CHECK(site.nodes[2].record == site.nodes[0].record);
    CHECK(site.nodes[3].record == site.nodes[1].record);
}

TEST_CASE("warns when gres.conf describes fewer devices than slurm.conf gives",
          "[slurm_conf][unit]") {
    auto const reading = read_texts("NodeName=n1 Gres=gpu:4\nPartitionName=p Nodes=ALL\n",
                                    "AutoDetect=off\nName=gpu Count=2\n");
    REQUIRE(reading.has_value());
    CHECK(reading->site.records[0].gres[0].count == 4);
    REQUIRE(reading->warnings.items().size() == 1);
    CHECK(reading->warnings.items()[0].where.file == "gres.conf");
}

TEST_CASE("ignores cores that a node does not have, with a warning", "[slurm_conf][unit]") {
    auto const reading =
        read_texts("NodeName=n1 CPUs=4 CoresPerSocket=4 Gres=gpu:1\nPartitionName=p Nodes=ALL\n",
                   "Name=gpu File=/dev/gpu0 Cores=0-7\n");
    REQUIRE(reading.has_value());
    CHECK(places(reading->warnings) == "gres.conf:1:31 there is no core 4 on a node of 4 cores\n");
    CHECK(reading->site.records[0].gres[0].sockets.empty());
}

TEST_CASE("lines of gres.conf for all nodes are not copied to each of them", "[slurm_conf][unit]") {
    // Copied, the numbers of these lines would take 16 GB.
    std::string gres;
    for (int i = 0; i < 40'000; ++i) gres += "Name=gpu Type=b Count=1\n";
    auto const reading = read_texts("GresTypes=gpu\nNodeName=n[1-50000] Gres=gpu:a:1\n"
                                    "PartitionName=p Nodes=ALL\n",
                                    gres);
    REQUIRE(reading.has_value());
    CHECK(reading->site.records.size() == 1);
}

TEST_CASE("more names of nodes in gres.conf than any site has are refused", "[slurm_conf][unit]") {
    std::string gres;
    for (int i = 0; i < 300; ++i) gres += "NodeName=n[1-50000] Name=gpu Type=b Count=1\n";
    auto const reading = read_texts("GresTypes=gpu\nNodeName=n[1-50000] Gres=gpu:a:1\n"
                                    "PartitionName=p Nodes=ALL\n",
                                    gres);
    REQUIRE_FALSE(reading.has_value());
    CHECK(to_text(reading.error()).find("more than 10000000 nodes") != std::string::npos);
}

TEST_CASE("lines for all nodes and lines for some keep their order", "[slurm_conf][unit]") {
    auto const site = read_gpus("gpu:2",
                                "Name=gpu Type=a Count=1\n"
                                "NodeName=n1 Name=gpu Type=b Count=1\n"
                                "Name=gpu Type=c Count=1\n");
    REQUIRE(site.records.size() == 2);
    CHECK(site.record_of(0).gres[0].type == "a");
    CHECK(site.record_of(0).gres[1].type == "b");
    CHECK(site.record_of(1).gres[1].type == "c");
}
