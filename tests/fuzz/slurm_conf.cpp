// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/conf/read_site.hpp"
#include "tests/fuzz/read_bytes.hpp"

#include <string>
#include <vector>

/// One input holds files separated by NUL: slurm.conf, gres.conf, topology.conf and then what `Include` finds
/// under the names 0, 1, 2 and so on.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace clustersim;
    using namespace clustersim::slurm;
    auto rest = as_text(data, size);
    SiteFiles files;
    files.conf = {"slurm.conf", next_file(rest)};
    if (!rest.empty()) files.gres = ConfText{"gres.conf", next_file(rest)};
    if (!rest.empty()) files.topology = ConfText{"topology.conf", next_file(rest)};
    std::vector<std::string> included;
    while (!rest.empty()) included.push_back(next_file(rest));
    files.fetch = [&](std::filesystem::path const& path) -> Result<std::string> {
        auto const name = path.filename().string();
        for (std::size_t i = 0; i < included.size(); ++i)
            if (name == std::to_string(i)) return included[i];
        return SiteFiles::no_includes(path);
    };
    auto const reading = read_site(files);
    if (!reading) {
        FUZZ_REQUIRE(reading.error().has_errors());
        return 0;
    }
    Site const& site = reading->site;
    FUZZ_REQUIRE(!reading->warnings.has_errors());
    for (Node const& node : site.nodes) {
        FUZZ_REQUIRE(node.record >= 0 &&
                     static_cast<std::size_t>(node.record) < site.records.size());
    }
    for (Partition const& partition : site.partitions) {
        for (std::size_t i = 0; i < partition.nodes.size(); ++i) {
            FUZZ_REQUIRE(i == 0 || partition.nodes[i - 1] < partition.nodes[i]);
            FUZZ_REQUIRE(static_cast<std::size_t>(partition.nodes[i]) < site.nodes.size());
        }
    }
    for (Switch const& one : site.switches)
        for (auto const child : one.switches)
            FUZZ_REQUIRE(static_cast<std::size_t>(child) < site.switches.size());
    return 0;
}
