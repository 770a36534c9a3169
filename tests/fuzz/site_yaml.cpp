// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/yaml/site_yaml.hpp"

#include "sim/slurm/select/select_scratch.hpp"
#include "tests/fuzz/require.hpp"

/// A site that is read is written, and read again is the same; the tables of the scheduler can be made of it.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    using namespace clustersim::slurm;
    auto const document = parse_yaml(as_text(data, size), "site.yaml");
    if (!document) return 0;
    auto const site = read_site(*document);
    if (!site) {
        FUZZ_REQUIRE(site.error().has_errors());
        FUZZ_REQUIRE(!to_text(site.error()).empty());
        return 0;
    }
    SelectScratch const scratch(*site);
    FUZZ_REQUIRE(scratch.switches.size() == site->switches.size());
    auto const text = write_site_yaml(*site);
    auto const written = parse_yaml(text, "written.yaml");
    FUZZ_REQUIRE(written.has_value());
    auto const again = read_site(*written);
    FUZZ_REQUIRE(again.has_value());
    FUZZ_REQUIRE(write_site_yaml(*again) == text);
    return 0;
}
