// SPDX-License-Identifier: Apache-2.0
#include "models/application/layer_traffic.hpp"
#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"

using namespace clustersim;

namespace {

/// Microseconds to send so many tokens of 7,168 numbers to eight of 256 experts on the devices of one node of H100.
double dispatch_us(int tokens, bool once, int experts = 256, int per_token = 8) {
    auto const links = Catalogue(std::string(PROJECT_DIR) + "/systems").link_class("h100-nvswitch");
    REQUIRE(links);
    NodeType const node = links->node();
    Transformer model;
    model.layers = 1;
    model.hidden = 7168;
    model.sequence = tokens;
    model.experts.count = experts;
    model.experts.per_token = per_token;
    Plan plan;
    plan.precision = Precision::bf16;
    plan.data = 8;
    plan.expert = 8;
    plan.micro_batch = 1;
    Framework framework;
    framework.host.dispatch = once ? Dispatch::fused : Dispatch::alltoall;
    Network const network = network_of(node, FabricParameters{}, 1);
    return layer_traffic(model, plan, framework, network, node.gpus).expert.si() / 2.0 * 1e6;
}

}  // namespace

TEST_CASE("tokens that go once to a device take as long as DeepEP measures",
          "[application][unit]") {
    // Combine of BF16 with 20 multiprocessors on eight H100, AI Configurator (ai-dynamo/aiconfigurator @ 095f58a51, Apache-2.0).
    CHECK(dispatch_us(1024, true) == Approx(307.2).epsilon(0.12));
    CHECK(dispatch_us(4096, true) == Approx(982.7).epsilon(0.12));
    CHECK(dispatch_us(8192, true) == Approx(1845.2).epsilon(0.12));
    CHECK(dispatch_us(32768, true) == Approx(6961.3).epsilon(0.12));
}

TEST_CASE("a token of all experts has as many copies as there are devices", "[application][unit]") {
    // One expert on each device: nothing is saved, and the rate is 0.85 of that of an all-to-all.
    CHECK(dispatch_us(65536, true, 8, 2) ==
          Approx(dispatch_us(65536, false, 8, 2) / 0.85).epsilon(0.02));
    // Eight of 256 experts are on 5.3 of 8 devices.
    CHECK(dispatch_us(65536, true) ==
          Approx(dispatch_us(65536, false) * 5.3 / 8.0 / 0.85).epsilon(0.02));
}
