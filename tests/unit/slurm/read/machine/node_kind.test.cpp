// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/machine/node_kind.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;

TEST_CASE("name, weight, feature and disk make no other kind of node, hardware does",
          "[slurm_machine][unit]") {
    slurm::NodeRecord one;
    one.cpus = one.cores_per_socket = 64;
    one.real_memory_mb = 256'000;
    one.gres.push_back({.name = "gpu", .type = "a100", .count = 4, .sockets = {}, .links = {}});
    slurm::NodeRecord other = one;
    other.weight = 50;
    other.features = {"spot"};
    other.tmp_disk_mb = 1000;
    CHECK(kind_of(one) == kind_of(other));
    other.real_memory_mb = 512'000;
    CHECK(kind_of(one) != kind_of(other));
    slurm::NodeRecord more = one;
    more.gres.front().count = 8;
    CHECK(kind_of(one) != kind_of(more));
    slurm::Site site;
    site.records = {one, other, more, one};
    CHECK(count_kinds(site) == 3);
}
