// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/slurm_policy.hpp"
#include "sim/slurm/read/machine/slurm_readers.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "tests/fuzz/require.hpp"

namespace {

using namespace clustersim;

/// A refusal has reasons, and an accepted policy only warnings.
void judge(bool accepted, Diagnostics const* refusal, Diagnostics const& warnings) {
    FUZZ_REQUIRE(!warnings.has_errors());
    if (accepted) return;
    FUZZ_REQUIRE(refusal->has_errors());
    FUZZ_REQUIRE(!to_text(*refusal).empty());
}

}  // namespace

/// A policy for a machine file and for a site file: the changed document is read like any other.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    static Catalogue const catalogue = machine_catalogue(PROJECT_DIR "/systems");
    static auto const machine = catalogue.read(*read_yaml(PROJECT_DIR "/systems/karolina.yaml"));
    static auto const site = read_yaml(PROJECT_DIR "/tests/data/policy/site.yaml");
    FUZZ_REQUIRE(machine && site);
    auto const policy = parse_yaml(as_text(data, size), "policy.yaml");
    if (!policy) return 0;
    Diagnostics warnings;
    auto const changed = machine_under_policy(*machine, *policy, warnings);
    judge(changed.has_value(), changed ? nullptr : &changed.error(), warnings);
    Diagnostics site_warnings;
    auto const other = site_under_policy(*site, *policy, Instant{}, site_warnings);
    judge(other.has_value(), other ? nullptr : &other.error(), site_warnings);
    if (!other) return 0;
    auto const read = slurm::read_site(*other);
    judge(read.has_value(), read ? nullptr : &read.error(), {});
    return 0;
}
