// SPDX-License-Identifier: Apache-2.0
#include "sim/core/size_text.hpp"

#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const bytes = parse_size(as_text(data, size));
    if (!bytes) {
        FUZZ_REQUIRE(!bytes.error().empty());
        FUZZ_REQUIRE(bytes.error().find('\n') == std::string::npos);
        return 0;
    }
    FUZZ_REQUIRE(bytes->si() >= 1.0);
    FUZZ_REQUIRE(bytes->si() <= std::ldexp(1.0, 60));
    return 0;
}
