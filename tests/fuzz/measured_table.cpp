// SPDX-License-Identifier: Apache-2.0
#include "sim/study/measured_table.hpp"

#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const table = parse_measured_table(as_text(data, size), "measured.csv");
    if (!table) {
        FUZZ_REQUIRE(table.error().has_errors());
        return 0;
    }
    FUZZ_REQUIRE(!table->columns.empty());
    for (MeasuredRow const& row : table->rows) {
        FUZZ_REQUIRE(row.line() >= 2);
        for (auto const& column : table->columns) {
            auto const number = row.number(column);
            FUZZ_REQUIRE(!number || std::isfinite(*number));
            auto const whole = row.whole(column);
            FUZZ_REQUIRE(!whole || *whole >= 1);
        }
    }
    return 0;
}
