// SPDX-License-Identifier: Apache-2.0
#include "models/application/roofline.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/application/hand_made.hpp"

using namespace clustersim;

TEST_CASE("an operation takes the longer of its arithmetic and its traffic, and its launches",
          "[application][unit]") {
    Accelerator gpu = hand_made::device();
    gpu.achievable.launch = seconds(5e-6);
    Roofline const roof = *roofline_of(gpu, Precision::fp16);
    KernelWork work{flop(1e12), bytes(1e9), 2.0};
    CHECK(vector_time(work, roof).si() == Approx(0.1 + 10e-6));
    work.traffic = bytes(200e9);
    CHECK(vector_time(work, roof).si() == Approx(0.2 + 10e-6));
}

TEST_CASE("ceilings are achieved rates, the denominator of MFU is that of the data sheet",
          "[application][unit]") {
    Accelerator gpu = hand_made::device();
    gpu.achievable.matrix = 0.8;
    gpu.achievable.vector = 0.5;
    gpu.achievable.memory = 0.9;
    Roofline const roof = *roofline_of(gpu, Precision::bf16);
    CHECK(roof.matrix.si() == Approx(80e12));
    CHECK(roof.matrix_peak.si() == Approx(100e12));
    CHECK(roof.vector.si() == Approx(5e12));
    CHECK(roof.memory.si() == Approx(0.9e12));
    CHECK(roof.matrix_unit);
}

TEST_CASE("FP32 products use the vector unit unless the device has an FP32 matrix unit",
          "[application][unit]") {
    Accelerator gpu = hand_made::device();
    gpu.achievable.vector = 0.5;
    CHECK(roofline_of(gpu, Precision::fp32)->matrix.si() == Approx(5e12));
    CHECK_FALSE(roofline_of(gpu, Precision::fp32)->matrix_unit);
    CHECK(roofline_of(gpu, Precision::tf32)->matrix.si() == Approx(50e12));
    gpu.peak[static_cast<std::size_t>(Precision::fp32)][static_cast<std::size_t>(Unit::matrix)] =
        flop_per_second(20e12);
    CHECK(roofline_of(gpu, Precision::fp32)->matrix.si() == Approx(20e12));
    CHECK(roofline_of(gpu, Precision::fp32)->matrix_unit);
}

TEST_CASE("products and attention run at one clock under a power limit", "[application][unit]") {
    Accelerator gpu = hand_made::device();
    gpu.achievable.matrix = 0.8;
    gpu.achievable.attention = 0.6;
    gpu.achievable.attention_tuned = 0.7;
    Roofline const alone = *roofline_of(gpu, Precision::bf16);
    CHECK(sustained(alone, gpu, Precision::bf16, watts(100)).attention == alone.attention);
    gpu.achievable.flop_per_joule = 1e12;  // of FP8: 60 TFLOP/s in 16 bits at 120 W, three quarters
    Roofline const limited = sustained(alone, gpu, Precision::bf16, watts(120));
    CHECK(limited.matrix.si() == Approx(60e12));
    CHECK(limited.attention.si() == Approx(45e12));
    CHECK(limited.attention_tuned.si() == Approx(52.5e12));
    CHECK(limited.memory == alone.memory);
}

TEST_CASE("a precision that the device lacks has no roofline", "[application][unit]") {
    CHECK_FALSE(roofline_of(hand_made::device(), Precision::fp8));
    CHECK_FALSE(roofline_of(hand_made::device(), Precision::fp64));
}

TEST_CASE("a number has as many bytes as its format", "[application][unit]") {
    CHECK(size_of(Precision::fp64).si() == 8.0);
    CHECK(size_of(Precision::fp32).si() == 4.0);
    CHECK(size_of(Precision::tf32).si() == 4.0);
    CHECK(size_of(Precision::fp16).si() == 2.0);
    CHECK(size_of(Precision::bf16).si() == 2.0);
    CHECK(size_of(Precision::fp8).si() == 1.0);
    CHECK(name_of(Precision::bf16) == "bf16");
}
