// SPDX-License-Identifier: Apache-2.0
#include "models/collective/measured.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/collective/simple_node.hpp"

#include <string>

using namespace clustersim;
using namespace clustersim::literals;

namespace {

auto read(std::string const& text) {
    return parse_measured(text, "table.csv", Collective::all_reduce, 8);
}

}  // namespace

TEST_CASE("it reads the common columns of nccl-tests tables", "[collective][unit]") {
    auto const rows = read("# a comment\n"
                           "size_bytes,time_us,algbw_gbps,busbw_gbps\n"
                           "8,18.18,0.00,0.00\n"
                           "8388608,191.09,43.90,76.82\n");
    REQUIRE(rows);
    REQUIRE(rows->size() == 2);
    CHECK((*rows)[1].size == bytes(8388608));
    CHECK(us((*rows)[1].time) == Approx(191.09));
    CHECK((*rows)[1].members == 8);
    CHECK((*rows)[1].line == 4);
}

TEST_CASE("it takes a bus bandwidth if there is no time", "[collective][unit]") {
    auto const rows = read("hardware,collective,nodes,gpus,size_bytes,time_us,busbw_GBps,algo\n"
                           "\"8x A100, NVSwitch\",all_reduce,1,8,4 GiB max,,230,Ring\n"
                           "x,p2p (pipeline send),2,2,1-8 GiB,,24,default\n"
                           "x,all_gather,1,8,,,,default\n");
    REQUIRE(rows);
    REQUIRE(rows->size() == 2);  // the last row has no measurement
    CHECK((*rows)[0].hardware == "8x A100, NVSwitch");
    CHECK((*rows)[0].algorithm == Algorithm::ring);
    CHECK((*rows)[0].time.si() == Approx(4.0 * 0x1p30 * 1.75 / 230e9));
    CHECK((*rows)[1].collective == Collective::send_recv);
    CHECK((*rows)[1].size == bytes(8.0 * 0x1p30));
}

TEST_CASE("it reports all errors of a table", "[collective][unit]") {
    auto const rows = read("collective,gpus,size_bytes,time_us\n"
                           "all_reduces,8,8,1\n"
                           "all_reduce,1,8,1\n"
                           "all_reduce,8,8,fast\n");
    REQUIRE_FALSE(rows);
    REQUIRE(rows.error().items().size() == 3);
    CHECK(rows.error().items()[0].help.find("all_reduce") != std::string::npos);
    CHECK(rows.error().items()[2].where.line == 4);
    for (std::string const beyond : {"inf", "nan", "-1", "1e15", "1e400"}) {
        CHECK_FALSE(read("gpus,size_bytes,time_us\n8,8," + beyond + "\n"));
        CHECK_FALSE(read("gpus,size_bytes,time_us\n" + beyond + ",8,1\n"));
    }
    CHECK_FALSE(read("size,time\n8,1\n"));
    CHECK_FALSE(read(""));
    // A table without a count of devices: reported once, not for each row.
    auto const uncounted =
        parse_measured("size_bytes,time_us\n8,1\n16,1\n", "t.csv", Collective::all_reduce, 0);
    REQUIRE_FALSE(uncounted);
    CHECK(uncounted.error().items().size() == 1);
    CHECK_FALSE(read("size_bytes,time_us\n"));
}

TEST_CASE("a size that is none is reported, not guessed", "[collective][unit]") {
    auto const size_of = [](std::string const& size) {
        return read("size_bytes,time_us\n\"" + size + "\",100000\n");
    };
    for (std::string const wrong :
         {"x", "nan", "inf", "-1", "1,048,576", "", "8 GiB-1 MiB", "big", "64Q", "1-", "8 max 9"}) {
        CAPTURE(wrong);
        auto const rows = size_of(wrong);
        REQUIRE_FALSE(rows);
        CHECK(rows.error().items().front().where.line == 2);
    }
    REQUIRE(size_of("64K"));
    CHECK(size_of("64K")->front().size == bytes(65536));
    CHECK(size_of("1-8 GiB")->front().size == bytes(0x1p33));
    CHECK(size_of("large")->front().size == bytes(0x1p33));
}

TEST_CASE("more devices than a node can have are reported", "[collective][unit]") {
    CHECK(read("size_bytes,time_us,nodes,gpus\n8,1,8,4608\n"));
    for (std::string const row : {"8,1,1,3963\n", "8,1,,577\n"}) {
        auto const rows = read("size_bytes,time_us,nodes,gpus\n" + row);
        REQUIRE_FALSE(rows);
        CHECK(rows.error().items().front().where.line == 2);
    }
}

TEST_CASE("a row of another width than the header and a doubled column are reported",
          "[collective][unit]") {
    auto const rows = read("hardware,size_bytes,time_us\na,8\nb,8,1,9\nc,8,1\n");
    REQUIRE_FALSE(rows);
    CHECK(rows.error().items().size() == 2);
    auto const doubled = read("size_bytes,time_us,Time_us\n8,1,2\n");
    REQUIRE_FALSE(doubled);
    CHECK(doubled.error().items().front().message == "there are two columns \"time_us\"");
}

TEST_CASE("it reads ports from a table's words, and groups of a job", "[collective][unit]") {
    LinkClass const one{"one", "", {}, 8, simple_node().link, simple_node().nic, {}, {}};
    MeasuredCollective row;
    row.ports = "8x 100G RoCE per node, PCIe attached";
    row.nodes = 2;
    row.members = 16;
    NodeType type = measured_node(one, row);
    CHECK(type.nic.count == 8);
    CHECK(type.nic.bandwidth.si() == Approx(12.5e9));
    row.ports = "4x Slingshot-11 200G per node";
    type = measured_node(one, row);
    CHECK(type.nic.count == 4);
    CHECK(type.nic.bandwidth.si() == Approx(25e9));
    row.ports = "8x NDR400 per node";
    CHECK(measured_node(one, row).nic.bandwidth.si() == Approx(50e9));
    CHECK(measured_group(row, type).per_node == 8);
    // 2 members on 16 nodes: each of the 8 devices of a node is in one of these pairs.
    row.nodes = 16;
    row.members = 2;
    CHECK(measured_group(row, type).per_node == 1);
    CHECK(measured_group(row, type).sharing == 8);
}

TEST_CASE("timings of a benchmark add to the prediction", "[collective][unit]") {
    MeasuredCollective row;
    row.nodes = 1;
    row.members = 4;
    row.size = bytes(8);
    NodeType type = simple_node();
    Duration const alone = predict(row, type).time;
    row.timing.exposed = 25.0_us;
    CHECK(predict(row, type).time == alone + 25.0_us);
    row.timing = {Duration{}, true};
    type.collectives.launch = 50.0_us;
    CHECK(us(predict(row, type).time) == Approx(200.0));
}

TEST_CASE("the words of a row choose its carrier", "[collective][unit]") {
    auto rows = parse_measured("library,nic,gpus,size_bytes,time_us\n"
                               "nccl-tests + ofi,4x Slingshot,8,8,20\nnccl-tests,4x HDR,8,8,20\n",
                               "table.csv",
                               Collective::all_reduce,
                               0);
    REQUIRE(rows);
    CommunicationSoftware software;
    software.known_as = {"Slingshot"};
    software.carrier = Carrier{};
    software.carrier->name = "cxi";
    recognise(*rows, {&software, 1});
    REQUIRE((*rows)[0].carrier);
    CHECK((*rows)[0].carrier->name == "cxi");
    CHECK_FALSE((*rows)[1].carrier);
}
