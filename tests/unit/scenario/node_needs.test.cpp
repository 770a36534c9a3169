// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/node_needs.hpp"

#include "models/machine/catalogue.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

using namespace clustersim;
using namespace clustersim::literals;

namespace {

std::string
groups_with(std::string const& machine, std::string const& partition, NodeNeeds const& needs) {
    auto const loaded = Catalogue(shipped_library().systems).load(machine);
    REQUIRE(loaded);
    System const& system = loaded->system;
    return group_names(suited_groups(system, node_groups(system, partition), needs));
}

NodeNeeds features(std::string text) {
    NodeNeeds needs;
    needs.features = std::move(text);
    return needs;
}

}  // namespace

TEST_CASE("a constraint selects the groups as Slurm reads it", "[scenario][unit]") {
    CHECK(groups_with("berzelius", "berzelius", {}) == "thin, fat");
    CHECK(groups_with("berzelius", "berzelius", features("fat")) == "fat");
    CHECK(groups_with("berzelius", "berzelius", features("thin|fat")) == "thin, fat");
    CHECK(groups_with("berzelius", "berzelius", features("[thin|fat]")) == "thin, fat");
    CHECK(groups_with("berzelius", "berzelius", features("[thin*1&fat*1]")) == "thin, fat");
    CHECK(groups_with("berzelius", "berzelius", features("thin&fat")).empty());
    // Slurm's own error.
    CHECK(groups_with("berzelius", "berzelius", features("slim")) == "thin, fat");
}

TEST_CASE("memory, disk, GPUs and a reservation select groups", "[scenario][unit]") {
    NodeNeeds memory;
    memory.memory = 300.0_GB;
    CHECK(groups_with("lumi", "small", memory) == "small-512, small-1024");
    memory.memory = 3000.0_GB;
    CHECK(groups_with("lumi", "small", memory).empty());
    NodeNeeds disk;
    disk.local_disk = 100.0_GB;
    CHECK(groups_with("puhti", "small", disk) == "small-m-io, small-l-io");
    NodeNeeds slice;
    slice.gpus = 1;
    slice.gpu_type = "a100_1g.5gb";
    CHECK(groups_with("mahti", "gpusmall", slice) == "gpusmall-slice");
    NodeNeeds reserved;
    reserved.reservation = "3g.20gb";
    CHECK(groups_with("berzelius", "berzelius", reserved) == "mig");
    reserved.reservation = "course";
    CHECK(groups_with("berzelius", "berzelius", reserved) == "thin, fat");
}
