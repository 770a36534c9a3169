// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/overfull_nodes.hpp"

#include "tests/support/catch.hpp"

#include <array>

namespace clustersim::slurm {

namespace {

Site two_nodes() {
    Site site;
    NodeRecord record;
    record.real_memory_mb = 1000;
    site.records.push_back(record);
    site.nodes.resize(2);
    site.nodes[0].name = "n1";
    site.nodes[1].name = "n2";
    site.partitions.emplace_back().name = "batch";
    return site;
}

QueuedJob running(std::int64_t id, std::int32_t node, std::int32_t core, std::int64_t memory) {
    QueuedJob job;
    job.request.number = id;
    job.request.partition = "batch";
    job.state = JobState::running;
    HeldNode held;
    held.node = node;
    held.cores.emplace().insert(core);
    held.memory_mb = memory;
    job.nodes.push_back(std::move(held));
    return job;
}

}  // namespace

TEST_CASE("two jobs on one core, or with more memory than there is, are said", "[snapshot]") {
    auto site = two_nodes();
    auto const note = [&](QueuedJob const& a, QueuedJob const& b) {
        std::array const jobs{a, b};
        return overfull_nodes(jobs, site, {});
    };
    CHECK(note(running(1, 0, 0, 500), running(2, 0, 1, 500)).empty());
    CHECK(note(running(1, 0, 0, 500), running(2, 1, 0, 900)).empty());
    CHECK(note(running(1, 1, 0, 500), running(2, 1, 0, 500)).starts_with("1 nodes hold more than"));
    CHECK(note(running(1, 1, 0, 600), running(2, 1, 1, 500)).find("n2") != std::string::npos);
}

TEST_CASE("jobs that share or take turns may hold the same core", "[snapshot]") {
    auto site = two_nodes();
    std::array const jobs{running(1, 0, 0, 1), running(2, 0, 0, 1)};
    CHECK_FALSE(overfull_nodes(jobs, site, {}).empty());
    CHECK(overfull_nodes(jobs, site, {2}).empty());
    site.partitions[0].oversubscribe = OverSubscribe::force;
    CHECK(overfull_nodes(jobs, site, {}).empty());
    site.partitions[0].oversubscribe = OverSubscribe::no;
    site.settings.gang = true;
    CHECK(overfull_nodes(jobs, site, {}).empty());
}

}  // namespace clustersim::slurm
