// SPDX-License-Identifier: Apache-2.0
// The shipped classes of links and machines compared with published measurements. The bounds are
// those in docs/validation.md.
#include "models/collective/calibration.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

using namespace clustersim;

namespace {

Catalogue catalogue() {
    return Catalogue(std::string(PROJECT_DIR) + "/systems");
}

std::vector<MeasuredCollective> measured(std::string const& name, int members) {
    std::ifstream stream(std::string(PROJECT_DIR) + "/workloads/measurements/collectives/" + name);
    std::string const text{std::istreambuf_iterator<char>(stream), {}};
    auto rows = parse_measured(text, name, Collective::all_reduce, members);
    if (!rows) FAIL(to_text(rows.error()));
    return std::move(*rows);
}

LinkClass links(std::string const& name) {
    auto read = catalogue().link_class(name);
    if (!read) FAIL(to_text(read.error()));
    return std::move(*read);
}

/// Bus bandwidth in GB/s of a message on nodes of a class.
double bus(std::string const& name, Collective collective, Group const& group, double size) {
    Network const network = network_of(links(name).node(), FabricParameters{}, group.nodes());
    Duration const time = choose(collective, bytes(size), group, network).time;
    return size * bus_factor(collective, group.members) / time.si() / 1e9;
}

double floor_us(std::string const& name, Group const& group) {
    Network const network = network_of(links(name).node(), FabricParameters{}, group.nodes());
    return all_reduce(bytes(8), group, network).si() * 1e6;
}

}  // namespace

TEST_CASE("it predicts the table of two nodes of MareNostrum 5", "[collective][unit]") {
    auto const machine = catalogue().load("marenostrum5");
    REQUIRE(machine);
    NodeType const& type = machine->system.node_types.at("acc");
    std::vector<double> errors;
    for (MeasuredCollective row : measured("nccl_allreduce_mn5_2x4_h100.csv", 8)) {
        row.nodes = 2;
        errors.push_back(relative_error(row, type));
    }
    ErrorSummary const summary = summary_of(errors);
    CHECK(summary.rows == 21);
    CHECK(summary.mean <= 0.15);
    CHECK(summary.worst <= 0.35);
}

TEST_CASE("it predicts published tables of many machines", "[collective][unit]") {
    auto const classes = catalogue().link_classes();
    if (!classes) FAIL(to_text(classes.error()));
    std::vector<double> errors;
    for (MeasuredCollective const& row : measured("nccl_rccl.csv", 0)) {
        LinkClass const* of_row = find_link_class(*classes, row.hardware);
        INFO(row.hardware);
        REQUIRE(of_row != nullptr);
        errors.push_back(relative_error(row, measured_node(*of_row, row)));
    }
    CHECK(summary_of(errors).rows > 200);
    CHECK(summary_of(errors).median <= 0.15);
}

TEST_CASE("it predicts published tables over Slingshot, EFA and sockets", "[collective][unit]") {
    auto const classes = catalogue().link_classes();
    auto const software = catalogue().communications();
    REQUIRE((classes && software));
    std::vector<MeasuredCollective> rows = measured("carried.csv", 0);
    recognise(rows, *software);
    std::vector<double> errors;
    for (MeasuredCollective const& row : rows) {
        LinkClass const* of_row = find_link_class(*classes, row.hardware);
        INFO(row.hardware);
        REQUIRE(of_row != nullptr);
        errors.push_back(relative_error(row, measured_node(*of_row, row)));
    }
    CHECK(summary_of(errors).rows == 86);
    CHECK(summary_of(errors).median <= 0.15);
}

TEST_CASE("one share and one rule of sharing explain LUMI's collectives", "[collective][unit]") {
    // Eight groups of a node share four ports: 4.7 to 5.0 GB/s a GCD, whatever the number of ranks.
    for (int ranks : {2, 4, 8, 16, 32}) {
        INFO(ranks << " ranks");
        for (Collective const collective : {Collective::all_reduce, Collective::all_gather}) {
            CHECK(bus("mi250x", collective, {ranks, 1, 8}, 2931315180.0) > 4.85 * 0.9);
            CHECK(bus("mi250x", collective, {ranks, 1, 8}, 2931315180.0) < 4.85 * 1.1);
        }
    }
    CHECK(bus("mi250x", Collective::all_gather, {8, 8, 1}, 117440512.0) ==
          Approx(86.0).epsilon(0.15));
    auto const lumi = catalogue().load("lumi");
    REQUIRE(lumi);
    Network const network =
        network_of(lumi->system.node_types.at("lumi-g"), FabricParameters{}, 16);
    double const time = all_reduce(bytes(2931315180.0), {16, 1, 8}, network).si();
    CHECK(2931315180.0 * 1.875 / time / 1e9 == Approx(4.85).epsilon(0.1));
}

TEST_CASE("a node's four ports are faster than a ring over them", "[collective][unit]") {
    CHECK(bus("gh200-quad", Collective::all_reduce, {2, 1, 1}, 0x1p33) ==
          Approx(22.9).epsilon(0.15));
    CHECK(bus("gh200-quad", Collective::all_reduce, {8, 4, 1}, 0x1p33) ==
          Approx(122.6).epsilon(0.15));
}

TEST_CASE("small messages take the measured time", "[collective][unit]") {
    CHECK(floor_us("a100-pairs", {2, 2, 1}) == Approx(9.85).epsilon(0.1));
    // The table with four ranks a node; the one with one rank a node begins at 1 MiB.
    CHECK(floor_us("gh200-quad", {8, 4, 1}) == Approx(17.5).epsilon(0.05));
    NodeType type = links("mi250x").node();
    type.gpus = 16;
    type.link.wires.clear();
    double const sixteen =
        all_reduce(bytes(8), {16, 16, 1}, network_of(type, FabricParameters{}, 1)).si() * 1e6;
    CHECK(sixteen == Approx(24.9).epsilon(0.1));
}

TEST_CASE("for every kind of link times grow with size, and ports keep their rate",
          "[collective][unit]") {
    auto const classes = catalogue().link_classes();
    REQUIRE(classes);
    for (LinkClass const& each : *classes) {
        NodeType const type = each.node();
        for (int const nodes : {1, 2, 4, 16}) {
            Group const group{nodes * type.gpus, type.gpus, 1};
            Network const network = network_of(type, FabricParameters{}, nodes);
            double const out =
                (nodes - 1.0) / nodes;  // share of the bytes that has to leave a node
            for (auto const& [name, collective] : collective_names()) {
                INFO(each.name << ' ' << nodes << ' ' << name);
                bool const parts = collective == Collective::all_reduce;
                bool const one = collective == Collective::send_recv;
                double const ports = type.nic.bandwidth.si() * type.nic.count;
                // In one node of measured links, the library leaves a protocol before the next one is as fast.
                double const jump = nodes == 1 && type.collectives.in_node ? 2.5 : 1.2501;
                double before = 0.0;
                for (double size = 8.0; size < 9e9; size *= 1.25) {
                    double const time = choose(collective, bytes(size), group, network).time.si();
                    CHECK(time >= before);
                    if (before > 0.0) CHECK(time <= before * jump);
                    CHECK(time >= (one ? 0.0 : (parts ? 2.0 : 1.0) * out * size / ports));
                    before = time;
                }
            }
        }
    }
}
