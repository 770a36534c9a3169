// SPDX-License-Identifier: Apache-2.0
#include "sim/core/interval_set.hpp"

#include "tests/fuzz/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const set = parse_interval_set(as_text(data, size));
    if (!set) {
        FUZZ_REQUIRE(!set.error().empty());
        return 0;
    }
    auto const back = parse_interval_set(to_text(*set));
    FUZZ_REQUIRE(back.has_value());
    FUZZ_REQUIRE(*back == *set);
    FUZZ_REQUIRE((*set - *set).empty());
    FUZZ_REQUIRE((*set & *set) == *set);
    FUZZ_REQUIRE((*set | *set) == *set);
    return 0;
}
