// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/mix.hpp"

#include "tests/fuzz/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const document = parse_yaml(as_text(data, size), "mix.yaml");
    if (!document) return 0;
    auto const mix = read_mix(*document);
    if (!mix) {
        FUZZ_REQUIRE(mix.error().has_errors());
        FUZZ_REQUIRE(!to_text(mix.error()).empty());
        return 0;
    }
    FUZZ_REQUIRE(mix->size_factor >= 1);
    FUZZ_REQUIRE(!mix->notes.has_errors());
    return 0;
}
