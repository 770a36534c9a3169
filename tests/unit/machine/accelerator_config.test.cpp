// SPDX-License-Identifier: Apache-2.0
#include "models/machine/accelerator_config.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/machine/machine_test.hpp"

using namespace clustersim;

namespace {

std::string const device = R"(schema: clustersim/accelerator/1
name: device
model: A device
sources: {V: its data sheet}
source: V
confidence: vendor
peak:
  fp64: {vector: 10 TFLOP/s, matrix: 20 TFLOP/s}
  bf16: {matrix: 300 TFLOP/s, matrix_sparse: 600 TFLOP/s}
memory: 64 GiB
memory_bandwidth: 2 TB/s
power: {tdp: 500 W, idle: 60 W, training: 450 W}
achievable: {matrix: 0.8, vector: 0.7, memory: 0.9, launch: 5 us}
)";

Result<Accelerator> read_device(std::string const& passage = {}, std::string const& instead = {}) {
    std::string text = device;
    if (!passage.empty()) text.replace(text.find(passage), passage.size(), instead);
    return read_accelerator_document(*parse_yaml(text, "device.yaml"));
}

std::string problem_of(std::string const& passage, std::string const& instead) {
    auto const read = read_device(passage, instead);
    if (read) return "accepted";
    Diagnostic const& first = read.error().items().front();
    return std::string(entry_of(first.code).id) + ":" + std::to_string(first.where.line);
}

}  // namespace

TEST_CASE("an accelerator's file gives peaks per precision and unit; missing ones stay absent",
          "[machine][unit]") {
    auto const read = read_device();
    REQUIRE(read);
    CHECK(read->name == "device");
    CHECK(read->peak_of(Precision::fp64, Unit::vector)->si() == 1e13);
    CHECK(read->peak_of(Precision::fp64, Unit::matrix)->si() == 2e13);
    CHECK(read->peak_of(Precision::bf16, Unit::matrix_sparse)->si() == 6e14);
    CHECK_FALSE(read->peak_of(Precision::bf16, Unit::vector));
    CHECK_FALSE(read->peak_of(Precision::fp8, Unit::matrix));
    CHECK(read->memory.si() == 64.0 * 1073741824.0);
    CHECK(read->memory_bandwidth.si() == 2e12);
    CHECK(read->training.si() == 450.0);
    CHECK(read->achievable.matrix == 0.8);
    CHECK(read->achievable.launch.si() == Approx(5e-6));
}

TEST_CASE("an accelerator's mistakes are reported with their place", "[machine][unit]") {
    CHECK(problem_of("matrix_sparse: 600", "matrix_sparse: 200") == "CS0110:9");
    CHECK(problem_of("idle: 60 W", "idle: 600 W") == "CS0110:12");
    CHECK(problem_of("fp64: {", "fp65: {") == "CS0103:8");
    CHECK(problem_of("memory: 64 GiB\n", "") == "CS0104:1");
    CHECK(problem_of("300 TFLOP/s", "300 TB/s") == "CS0106:9");
    CHECK(problem_of("matrix: 0.8", "matrix: 80") == "CS0107:13");
    CHECK(problem_of("accelerator/1", "accelerator/2") == "CS0108:1");
    CHECK(problem_of("confidence: vendor\n", "") == "CS0111:7");
}

TEST_CASE("an accelerator without any peak is refused", "[machine][unit]") {
    CHECK(problem_of("  fp64: {vector: 10 TFLOP/s, matrix: 20 TFLOP/s}\n"
                     "  bf16: {matrix: 300 TFLOP/s, matrix_sparse: 600 TFLOP/s}\n",
                     "  note: none\n") == "CS0104:8");
}
