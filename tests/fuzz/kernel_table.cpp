// SPDX-License-Identifier: Apache-2.0
#include "sim/study/kernel_table.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    static auto const device = Catalogue(PROJECT_DIR "/systems").accelerator("h100-sxm5-80");
    FUZZ_REQUIRE(device.has_value());
    auto const table = parse_kernel_table(as_text(data, size), "kernels.csv");
    if (!table) {
        FUZZ_REQUIRE(table.error().has_errors());
        return 0;
    }
    FUZZ_REQUIRE(!table->rows.empty());
    FUZZ_REQUIRE(!table->power_limit || table->power_limit->si() > 0.0);
    for (MeasuredKernel const& row : table->rows) {
        FUZZ_REQUIRE(row.line >= 2);
        FUZZ_REQUIRE(row.time.si() > 0.0 && std::isfinite(row.time.si()));
        auto const predicted = kernel_time(row.kernel, *device);
        FUZZ_REQUIRE(!predicted || (predicted->si() > 0.0 && std::isfinite(predicted->si())));
    }
    std::size_t last = 0;
    for (UnusedRow const& one : unused_rows(table->rows, *device)) {
        FUZZ_REQUIRE(one.row < table->rows.size() && one.row >= last && !one.reason.empty());
        last = one.row;
    }
    return 0;
}
