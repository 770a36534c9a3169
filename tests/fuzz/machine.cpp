// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "tests/fuzz/require.hpp"

#include <cmath>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    static Catalogue const catalogue = machine_catalogue(PROJECT_DIR "/systems");
    auto document = parse_yaml(as_text(data, size), "machine.yaml");
    if (!document) return 0;
    auto const loaded = catalogue.read(std::move(*document));
    if (!loaded) {
        FUZZ_REQUIRE(loaded.error().has_errors());
        FUZZ_REQUIRE(!to_text(loaded.error()).empty());
        return 0;
    }
    FUZZ_REQUIRE(!loaded->warnings.has_errors());
    FUZZ_REQUIRE(!loaded->system.partitions.empty());
    for (Partition const& partition : loaded->system.partitions)
        FUZZ_REQUIRE(loaded->system.node_types.contains(partition.node_type));
    for (Fact const& fact : facts_of(*loaded)) FUZZ_REQUIRE(!fact.path.empty());
    return 0;
}
