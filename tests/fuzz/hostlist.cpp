// SPDX-License-Identifier: Apache-2.0
#include "sim/core/hostlist.hpp"

#include "tests/fuzz/require.hpp"

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const names = expand_hostlist(as_text(data, size));
    if (!names) {
        FUZZ_REQUIRE(!names.error().empty());
        return 0;
    }
    FUZZ_REQUIRE(names->size() <= max_hosts);
    auto const back = expand_hostlist(compress_hostlist(*names));
    FUZZ_REQUIRE(back.has_value());
    FUZZ_REQUIRE(*back == *names);
    return 0;
}
