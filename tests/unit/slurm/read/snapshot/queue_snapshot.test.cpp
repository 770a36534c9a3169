// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include "sim/slurm/controller/controller.hpp"
#include "tests/support/catch.hpp"

#include <algorithm>
#include <memory>
#include <string>

namespace clustersim::slurm {

namespace {

QueueSnapshot real_snapshot(std::string const& name) {
    auto read =
        read_queue_archive(std::string(PROJECT_DIR) + "/tests/conformance/snapshots/" + name);
    REQUIRE(read);
    return std::move(read->snapshot);
}

}  // namespace

TEST_CASE("an archive of a real slurmctld gives its nodes, jobs, usage and times", "[snapshot]") {
    auto const snapshot = real_snapshot("W05-4000.tar.gz");
    CHECK(snapshot.cluster == "oracle");
    CHECK(snapshot.slurm == "22.05.8");
    CHECK_FALSE(snapshot.names_hashed);
    CHECK(snapshot.unix_now() == 1704157902);
    CHECK(snapshot.site.nodes.size() == 64);
    CHECK(snapshot.site.records.size() == 1);
    CHECK(snapshot.site.associations.size() == 13);
    CHECK(snapshot.queue.usage_known);
    CHECK(snapshot.notes.empty());
    auto const count = [&](JobState state) {
        return std::ranges::count(snapshot.queue.jobs, state, &QueuedJob::state);
    };
    CHECK(count(JobState::running) == 18);
    CHECK(count(JobState::pending) == 64);
    auto const running = std::ranges::find(
        snapshot.queue.jobs, 7, [](QueuedJob const& job) { return job.request.number; });
    REQUIRE(running != snapshot.queue.jobs.end());
    REQUIRE(running->nodes.size() == 4);
    CHECK(running->nodes[0].cores->count() == 64);
    CHECK(running->nodes[0].devices == 0xf);
    CHECK(running->nodes[0].memory_mb == 256000);
}

TEST_CASE("a controller takes a real queue over, and its state is consistent", "[snapshot]") {
    for (auto const* const name : {"W05-4000.tar.gz",
                                   "W06-8000.tar.gz",
                                   "W07-5000.tar.gz",
                                   "W08-7000.tar.gz",
                                   "W10-9000.tar.gz",
                                   "W20-4000.tar.gz"}) {
        INFO(name);
        auto const snapshot = real_snapshot(name);
        Controller controller(
            std::make_shared<Site const>(snapshot.site), snapshot.phases, CycleMode::reference);
        auto const taken = controller.take_over(snapshot.queue);
        CHECK(taken.left_out.empty());
        CHECK(taken.assumed_places == 0);
        CHECK(controller.now() == snapshot.queue.now);
        controller.state().check();  // ends the program if a part contradicts another
        controller.run_until(snapshot.queue.now + Seconds{600});
        controller.state().check();
    }
}

TEST_CASE("a file that is no archive is refused with its name", "[snapshot]") {
    auto const read = read_queue_archive(std::string(PROJECT_DIR) + "/README.md");
    REQUIRE_FALSE(read);
    CHECK(to_text(read.error()).find("README.md") != std::string::npos);
}

}  // namespace clustersim::slurm
