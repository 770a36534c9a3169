// SPDX-License-Identifier: Apache-2.0
#include "sim/core/quantity_text.hpp"

#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    if (size == 0) return 0;
    // The first byte chooses the dimension.
    auto const dimension = static_cast<Dimension>(data[0] % 8);
    auto const value = parse_quantity(as_text(data + 1, size - 1), dimension);
    if (!value) {
        FUZZ_REQUIRE(!value.error().empty());
        return 0;
    }
    FUZZ_REQUIRE(std::isfinite(*value));
    auto const back = parse_quantity(print_exact(*value, dimension), dimension);
    FUZZ_REQUIRE(back.has_value());
    FUZZ_REQUIRE(*back == *value);
    return 0;
}
