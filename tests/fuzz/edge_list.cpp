// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/build.hpp"
#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    auto const fabric = parse_edge_list(as_text(data, size), "edges.csv");
    if (!fabric) {
        FUZZ_REQUIRE(fabric.error().has_errors());
        return 0;
    }
    FUZZ_REQUIRE(fabric->node_count() >= 1);
    FUZZ_REQUIRE(fabric->link_count() % 2 == 0);
    for (std::uint32_t node = 0; node < fabric->node_count(); ++node) {
        FUZZ_REQUIRE(fabric->nics_of({node}) >= 1);
        FUZZ_REQUIRE(!fabric->node_name({node}).empty());
    }
    for (Link const& link : fabric->links()) {
        FUZZ_REQUIRE(link.from.value < fabric->vertex_count());
        FUZZ_REQUIRE(link.to.value < fabric->vertex_count());
        FUZZ_REQUIRE(link.capacity.si() > 0.0 && std::isfinite(link.capacity.si()));
        FUZZ_REQUIRE(link.latency.si() >= 0.0 && std::isfinite(link.latency.si()));
    }
    return 0;
}
