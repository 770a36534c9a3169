// SPDX-License-Identifier: Apache-2.0
#include "models/application/generic_step.hpp"

#include "models/application/halo.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

namespace {

/// Four devices of 10 TFLOP/s in FP32 and 1 TB/s; no latency.
GenericPlatform gpu_nodes() {
    Platform const p = hand_made::platform();
    GenericPlatform nodes{"gpus", p.node, p.accelerator, p.fabric};
    nodes.node.name = "gpu";
    return nodes;
}

/// 1.25 TFLOP/s in FP64 and 125 GB/s, of which 1 and 100 are reached.
GenericPlatform cpu_nodes() {
    GenericPlatform nodes{"cpus", hand_made::platform().node, std::nullopt, {}};
    nodes.node.name = "cpu";
    nodes.node.gpus = 0;
    nodes.node.nic.nic_of_gpu.clear();
    nodes.node.cores = 10;
    nodes.node.clock = Frequency::from_si(1.25e9);
    nodes.node.flop_per_cycle = 100.0;
    nodes.node.memory_bandwidth = bytes_per_second(125e9);
    nodes.node.memory = bytes(100e9);
    return nodes;
}

StepWork work(double gflop, double gigabytes) {
    StepWork w;
    w.precision = Precision::fp32;
    w.flop = flop(gflop * 1e9);
    w.traffic = bytes(gigabytes * 1e9);
    return w;
}

GenericApplication measured(ScalesWith rate) {
    GenericApplication a;
    a.name = "measured";
    MeasuredTimes times;
    times.on.scales_with = rate;
    times.on.precision = Precision::fp32;
    times.rows = {{1, seconds(100)}, {4, seconds(40)}};
    a.model = times;
    return a;
}

}  // namespace

TEST_CASE("a step takes the longer of arithmetic and memory traffic", "[application][unit]") {
    auto const traffic = roofline_step(work(4e3, 400), gpu_nodes(), 1);
    REQUIRE(traffic);
    CHECK(traffic->total.si() == Approx(0.1));  // 400 GB over 4 TB/s; 4 TFLOP over 40 TFLOP/s
    auto const arithmetic = roofline_step(work(8e3, 400), gpu_nodes(), 1);
    CHECK(arithmetic->total.si() == Approx(0.2));
    CHECK(says(arithmetic->basis, "arithmetic"));
    CHECK(roofline_step(work(8e3, 400), gpu_nodes(), 4)->total.si() == Approx(0.05));
}

TEST_CASE("CPU nodes differ from GPU nodes by their peak and their memory bandwidth",
          "[application][unit]") {
    StepWork w = work(1, 100);
    auto const slow = roofline_step(w, cpu_nodes(), 1);
    REQUIRE(slow);
    CHECK(slow->total.si() == Approx(1.0));
    w.precision = Precision::fp64;
    w.flop = flop(3e12);
    CHECK(roofline_step(w, cpu_nodes(), 1)->total.si() == Approx(3.0));
    w.processors = Processors::gpu;
    CHECK(
        says(roofline_step(w, cpu_nodes(), 1).error().items().front().message, "no accelerators"));
}

TEST_CASE("under weak scaling the problem grows, so the time of kernels stays",
          "[application][unit]") {
    StepWork w = work(8e3, 400);
    w.scaling = ProblemScaling::weak;
    auto const step = roofline_step(w, gpu_nodes(), 4);
    REQUIRE(step);
    CHECK(step->total.si() == Approx(0.2));
    CHECK(step->work == Approx(4.0));
}

TEST_CASE("an all-to-all of all data passes each node's ports once", "[application][unit]") {
    StepWork w = work(1, 0);
    w.messages = {{MessagePattern::all_to_all, 2.0, bytes(160e9)}};
    auto const step = roofline_step(w, gpu_nodes(), 4);
    REQUIRE(step);
    // Each node has 40 GB, sends three quarters of it over 40 GB/s, twice.
    CHECK(step->messages.si() == Approx(2.0 * 0.75).epsilon(0.01));
    CHECK(says(step->basis, "messages"));
    w.overlap = 1.0;
    w.flop = flop(160e12);
    CHECK(roofline_step(w, gpu_nodes(), 4)->messages.si() == Approx(0.5).epsilon(0.01));
}

TEST_CASE("a halo is cut into the blocks with the smallest surface", "[application][unit]") {
    CHECK(block_grid(8) == BlockGrid{2, 2, 2});
    CHECK(block_grid(12) == BlockGrid{3, 2, 2});
    CHECK(block_grid(7) == BlockGrid{7, 1, 1});
    CHECK(block_grid(1) == BlockGrid{1, 1, 1});
}

TEST_CASE("a halo exchange moves two faces of a node's block along each axis",
          "[application][unit]") {
    Network const network = network_of(hand_made::platform().node, hand_made::platform().fabric, 8);
    // Eight nodes: six faces of a quarter of the plane over ports of 40 GB/s.
    CHECK(halo_time(bytes(40e9), 8, 1, network).si() == Approx(1.5));
    CHECK(halo_time(bytes(40e9), 1, 1, network).si() == 0.0);
    // Eight processes of one node: the same faces over a link of 100 GB/s.
    CHECK(halo_time(bytes(40e9), 1, 8, network).si() == Approx(0.6));
}

TEST_CASE("a problem that does not fit in memory is refused with the nodes that hold it",
          "[application][unit]") {
    StepWork w = work(1, 1);
    w.memory = bytes(1000e9);
    auto const step = roofline_step(w, gpu_nodes(), 2);
    REQUIRE_FALSE(step);
    CHECK(step.error().items().front().code == Code::out_of_memory);
    CHECK(says(step.error().items().front().help, "at least 4 nodes"));
    CHECK(roofline_step(w, gpu_nodes(), 4));
}

TEST_CASE("a time measured on one kind of node is not taken for another", "[application][unit]") {
    GenericPlatform const own = gpu_nodes();
    GenericPlatform other = own;
    other.system = "others";
    other.accelerator->memory_bandwidth = bytes_per_second(2e12);
    GenericApplication const fixed = measured(ScalesWith::nothing);
    REQUIRE(generic_step(fixed, &own, own, 1));
    auto const refused = generic_step(fixed, &own, other, 1);
    REQUIRE_FALSE(refused);
    CHECK(says(refused.error().items().front().message, "not on"));

    auto const scaled = generic_step(measured(ScalesWith::memory_bandwidth), &own, other, 1);
    REQUIRE(scaled);
    CHECK(scaled->scaled);
    CHECK(scaled->total.si() == Approx(50.0));
    // Between the ratios of memory (1/2) and of peaks (1), with a quarter on each side.
    CHECK(scaled->low.si() == Approx(37.5));
    CHECK(scaled->high.si() == Approx(125.0));
    CHECK(generic_step(measured(ScalesWith::flop_rate), &own, other, 1)->total.si() ==
          Approx(100.0));

    auto const cpu = generic_step(measured(ScalesWith::memory_bandwidth), &own, cpu_nodes(), 1);
    REQUIRE_FALSE(cpu);
    CHECK(says(cpu.error().items().front().message, "have none"));
}

TEST_CASE("a time measured on one GPU of a node is not one for all its GPUs",
          "[application][unit]") {
    GenericApplication one = measured(ScalesWith::memory_bandwidth);
    std::get<MeasuredTimes>(one.model).on.gpus = 1;
    GenericPlatform single = gpu_nodes();
    single.node.gpus = 1;
    REQUIRE(generic_step(one, &single, single, 1));
    auto const whole = generic_step(one, &single, gpu_nodes(), 1);
    REQUIRE_FALSE(whole);
    CHECK(whole.error().items().front().help == "give `gpus: 1`");
}
