// SPDX-License-Identifier: Apache-2.0
#include "models/application/layer_time.hpp"
#include "models/application/step_time.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("the host waits for numbers of tokens unless experts have a capacity",
          "[application][unit]") {
    Transformer m = hand_made::small();
    m.experts = {8, 2, 4096, 0, 0};
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = plan.expert = 4;
    auto const step = [&](double capacity, Duration wait) {
        m.experts.capacity = capacity;
        Application a = hand_made::application(m);
        a.training.framework.routed_wait = wait;
        auto const context = prepare_step(a, hand_made::platform(), plan);
        REQUIRE(context);
        return step_time(m, plan, *context);
    };
    StepTime const free = step(0.0, Duration{});
    // Once before the forward pass of each of four layers, twice before its backward pass.
    CHECK(step(0.0, seconds(1.0)).host.si() == Approx(12.0).epsilon(0.1));
    CHECK(step(1.0, seconds(1.0)).host.si() == Approx(free.host.si()));
    CHECK(step(1.0, seconds(1.0)).ep_comm.si() == Approx(free.ep_comm.si()));
    // Twice the mean is computed and sent, whatever an expert gets.
    CHECK(step(2.0, Duration{}).compute > 1.2 * free.compute);
    CHECK(step(2.0, Duration{}).ep_comm.si() == Approx(2.0 * free.ep_comm.si()));
}

TEST_CASE("recorded kernels and a fused router spare the host", "[application][unit]") {
    Framework software;
    software.host_per_kernel = seconds(1e-4);
    software.routed_host = seconds(1e-5);
    software.routed_wait = seconds(1e-3);
    software.router_wait = seconds(2e-3);
    Framework const usual = software.under({});
    CHECK(usual.host_per_kernel.si() == Approx(1e-4));
    CHECK(usual.routed_wait.si() == Approx(1e-3));
    CHECK(usual.host.dispatch == Dispatch::alltoall);
    CHECK(software.under({.router = ExpertRouter::separate}).routed_wait.si() == Approx(3e-3));
    Framework const partial = software.under({.graphs = Graphs::partial});
    CHECK(partial.host_per_kernel.si() == 0.0);
    CHECK(partial.routed_wait.si() == Approx(1e-3));
    Framework const full =
        software.under({.graphs = Graphs::full, .router = ExpertRouter::separate});
    CHECK(full.routed_wait.si() == 0.0);
    CHECK(full.routed_host.si() == 0.0);
    // What a plan says goes before the software's own.
    software.host.graphs = Graphs::full;
    CHECK(software.under({.graphs = Graphs::none}).host_per_kernel.si() == Approx(1e-4));
}

TEST_CASE("clamps of experts pass through memory by kernels of their own", "[application][unit]") {
    Transformer m = hand_made::small();
    m.activation = Activation::swiglu;
    m.experts = {8, 2, 4096, 0, 0};
    Plan plan;
    plan.precision = Precision::fp16;
    auto const roof = roofline_of(hand_made::device(), plan.precision);
    REQUIRE(roof);
    auto const layer = [&](bool clamped) {
        m.experts.clamped = clamped;
        return layer_time(m, plan, {*roof, *roof}, hand_made::ideal());
    };
    LayerTime const plain = layer(false);
    LayerTime const clamped = layer(true);
    // Two experts a token; 8 numbers of two bytes move for each inner one forward, 10 backward.
    double const inner = 1024.0 * 2.0 * 4096.0;
    CHECK((clamped.routed.traffic - plain.routed.traffic).si() == Approx(8.0 * 2.0 * inner));
    CHECK((clamped.backward.traffic - plain.backward.traffic).si() == Approx(10.0 * 2.0 * inner));
    CHECK(clamped.routed.kernels == plain.routed.kernels + 3.0);
    // They read numbers one at a time, which takes more than twice as long as a copy of them.
    Duration const copied = (clamped.routed.traffic - plain.routed.traffic) / roof->memory;
    CHECK(clamped.routed.time - plain.routed.time > 2.0 * copied);
}

TEST_CASE(
    "copies of tokens that travel by themselves are sorted again on a device of several experts",
    "[application][unit]") {
    Transformer m = hand_made::small();
    m.experts = {8, 2, 4096, 0, 0};
    Plan plan;
    plan.precision = Precision::fp16;
    plan.data = 8;
    auto const roof = roofline_of(hand_made::device(), plan.precision);
    REQUIRE(roof);
    Framework software = hand_made::ideal();
    auto const moved = [&](Dispatch dispatch, int expert) {
        software.host.dispatch = dispatch;
        plan.expert = expert;
        return layer_time(m, plan, {*roof, *roof}, software).routed.traffic.si();
    };
    // Two copies of a token, read and written before and after, of two bytes a number.
    double const once = 4.0 * 2.0 * 2.0 * 1024.0 * m.hidden;
    CHECK(moved(Dispatch::alltoall, 4) - moved(Dispatch::fused, 4) == Approx(once));
    CHECK(moved(Dispatch::alltoall, 8) == Approx(moved(Dispatch::fused, 8)));
}
