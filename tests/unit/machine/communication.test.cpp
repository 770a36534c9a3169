// SPDX-License-Identifier: Apache-2.0
#include "models/machine/catalogue.hpp"
#include "models/machine/communication_config.hpp"
#include "sim/config/yaml_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;
using namespace clustersim::literals;

namespace {

std::string const small_carrier = R"(schema: clustersim/communication/1
name: small
title: A carrier
sources: {D: a document}
source: D
confidence: docs
known_as: ['ofi sling', 'ofi']
carrier:
  latency: 10 us
  rendezvous: {from: 16 KiB, time: 30 us}
  low_latency: {rate: 1 GB/s, rate_doubles: 64 KiB}
  low_latency_128: {offered: false}
timing: {exposed: 25 us}
)";

Result<CommunicationSoftware> read_software(std::string const& text) {
    auto document = parse_yaml(text, "carrier.yaml");
    REQUIRE(document);
    return read_communication_document(*document);
}

}  // namespace

TEST_CASE("it reads a carrier and the timing of a benchmark", "[machine][unit]") {
    auto const read = read_software(small_carrier);
    if (!read) FAIL(to_text(read.error()));
    REQUIRE(read->carrier.has_value());
    CHECK(read->carrier->name == "small");
    CHECK(read->carrier->latency == 10.0_us);
    CHECK(read->carrier->rendezvous == 30.0_us);
    CHECK_FALSE(read->carrier->of(Protocol::low_latency_128).offered);
    CHECK(read->carrier->of(Protocol::simple).offered);
    CHECK_FALSE(read->carrier->in_node.has_value());
    REQUIRE(read->timing.has_value());
    CHECK(read->timing->exposed == 25.0_us);
    CHECK_FALSE(read->timing->one_process);
}

TEST_CASE("the longest name that a text has decides, for carriers and timings apart",
          "[machine][unit]") {
    auto const first = read_software(small_carrier);
    REQUIRE(first);
    CommunicationSoftware timing = *first;
    timing.carrier.reset();
    timing.known_as = {"ofi sling bench"};
    std::vector<CommunicationSoftware> const all{*first, timing};
    CHECK(find_carrier(all, "bench over OFI on Slingshot")->name == "small");
    CHECK(find_timing(all, "bench over OFI on Slingshot") == &*all[1].timing);
    CHECK(find_timing(all, "OFI") == &*all[0].timing);
    CHECK(find_carrier(all, "verbs") == nullptr);
}

TEST_CASE("a machine's ports name their carrier; an unknown one is reported at its place",
          "[machine][unit]") {
    auto const document = parse_yaml(with("nic: {", "nic: {carrier: small, "), "machine.yaml");
    REQUIRE(document);
    Diagnostics warnings;
    SystemFinders finders{no_accelerators, no_links};
    finders.communication = [](std::string const&) { return read_software(small_carrier); };
    auto const system = read_system(*document, finders, warnings);
    if (!system) FAIL(to_text(system.error()));
    CHECK(system->node_types.at("gpu").carrier.latency == 10.0_us);
    finders.communication = [](std::string const&) {
        Diagnostics unknown;
        unknown.add(problem(Code::unknown_name, "there is no such software", ""));
        return Result<CommunicationSoftware>(failure(std::move(unknown)));
    };
    auto const refused = read_system(*document, finders, warnings);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().items().front().where.line > 0);
}
