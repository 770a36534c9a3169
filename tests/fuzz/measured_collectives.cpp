// SPDX-License-Identifier: Apache-2.0
#include "models/collective/measured.hpp"
#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const rows =
        parse_measured(as_text(data, size), "measured.csv", Collective::all_reduce, 8);
    if (!rows) {
        FUZZ_REQUIRE(rows.error().has_errors());
        return 0;
    }
    for (MeasuredCollective const& row : *rows) {
        FUZZ_REQUIRE(row.line >= 2);
        FUZZ_REQUIRE(row.members >= 2);
        FUZZ_REQUIRE(row.nodes >= 0 && row.sharing >= 0);
        FUZZ_REQUIRE(row.size.si() >= 1.0 && std::isfinite(row.size.si()));
        FUZZ_REQUIRE(row.time.si() > 0.0 && std::isfinite(row.time.si()));
    }
    return 0;
}
