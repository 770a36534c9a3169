// SPDX-License-Identifier: Apache-2.0
#include "sim/core/utf8.hpp"
#include "sim/slurm/read/accounting/read_accounting.hpp"
#include "sim/slurm/read/yaml/site_yaml.hpp"
#include "tests/fuzz/read_bytes.hpp"

#include <vector>

/// One input holds files separated by NUL, of any kind of accounting file. The result is a tree,
/// and is unchanged after being written to and read from a site file.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    using namespace clustersim::slurm;
    auto rest = as_text(data, size);
    std::vector<NamedText> files;
    while (!rest.empty()) files.push_back({"accounting", as_utf8(next_file(rest))});
    Site site;
    site.tres.add("gres/gpu");
    site.records.emplace_back();
    site.nodes.push_back({"n1", 0, NodeAdminState::up, {}});
    auto const notes = read_accounting(files, site);
    if (!notes) {
        FUZZ_REQUIRE(notes.error().has_errors());
        return 0;
    }
    FUZZ_REQUIRE(!notes->warnings.has_errors());
    FUZZ_REQUIRE(!site.associations.empty() && site.associations[0].parent == -1);
    for (std::size_t i = 1; i < site.associations.size(); ++i) {
        auto const parent = site.associations[i].parent;
        FUZZ_REQUIRE(parent >= 0 && static_cast<std::size_t>(parent) < i);
    }
    auto const text = write_site_yaml(site);
    if (auto const document = parse_yaml(text, "site.yaml")) {
        auto const again = read_site(*document);
        FUZZ_REQUIRE(again.has_value());
        FUZZ_REQUIRE(*again == site);
    }
    return 0;
}
