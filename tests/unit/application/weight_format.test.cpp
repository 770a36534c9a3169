// SPDX-License-Identifier: Apache-2.0
#include "models/application/weight_format.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("formats of weights count the scales of their blocks", "[application][unit]") {
    CHECK(weight_size(WeightFormat::plain, Precision::fp8).si() == Approx(2.0));
    CHECK(weight_size(WeightFormat::plain, Precision::fp32).si() == Approx(4.0));
    CHECK(weight_size(WeightFormat::fp8, Precision::fp8).si() == Approx(1.0));
    // QLoRA, section 3: double quantisation leaves 0.127 bits of scales for a number.
    CHECK(bits_of(WeightFormat::nf4).scales == Approx(0.127).margin(0.0005));
    CHECK(weight_size(WeightFormat::mxfp4, Precision::bf16).si() == Approx(4.25 / 8.0));
    CHECK(weight_size(WeightFormat::nvfp4, Precision::bf16).si() == Approx(4.5 / 8.0));
}

TEST_CASE("products read a format as it is if their units take it", "[application][unit]") {
    CHECK(multiplies_as_stored(WeightFormat::plain, Precision::bf16));
    CHECK(multiplies_as_stored(WeightFormat::fp8, Precision::fp8));
    CHECK_FALSE(multiplies_as_stored(WeightFormat::fp8, Precision::bf16));
    CHECK(multiplies_as_stored(WeightFormat::nvfp4, Precision::fp4));
    CHECK_FALSE(multiplies_as_stored(WeightFormat::nf4, Precision::fp4));
    CHECK_FALSE(multiplies_as_stored(WeightFormat::int4, Precision::int8));
}
