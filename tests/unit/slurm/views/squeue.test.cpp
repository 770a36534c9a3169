// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/squeue.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

#include <algorithm>
#include <sstream>

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

/// The named columns, counted from 0, of a listing with | between the fields.
std::string columns_of(std::string const& listing, std::vector<std::size_t> const& columns) {
    std::istringstream in(listing);
    std::string out;
    for (std::string line; std::getline(in, line);) {
        std::vector<std::string> cells;
        std::istringstream parts(line);
        for (std::string cell; std::getline(parts, cell, '|');) cells.push_back(cell);
        if (line.back() == '|') cells.emplace_back();
        for (std::size_t i = 0; i < columns.size(); ++i)
            out += (i > 0 ? "|" : "") + cells.at(columns[i]);
        out += '\n';
    }
    return out;
}

std::string squeue_listing(SqueueOptions const& options, std::string const& look = "a") {
    auto const text = squeue_text(recorded_snapshot(look), options);
    REQUIRE(text);
    return *text;
}

}  // namespace

TEST_CASE("squeue lists pending and running jobs by partition, state and priority, byte for byte",
          "[slurm_views][unit]") {
    CHECK(squeue_listing({}) == recorded_text("a", "squeue"));
    CHECK(squeue_listing({}, "b") == recorded_text("b", "squeue"));
}

TEST_CASE("squeue -l adds the date, the long state and the limit", "[slurm_views][unit]") {
    SqueueOptions options;
    options.long_form = true;
    CHECK(squeue_listing(options) == recorded_text("a", "squeue-l"));
    CHECK(squeue_listing(options, "b") == recorded_text("b", "squeue-l"));
}

TEST_CASE("squeue --start lists start estimates and nodes, jobs without an estimate last",
          "[slurm_views][unit]") {
    SqueueOptions options;
    options.start = true;
    CHECK(squeue_listing(options) == recorded_text("a", "squeue-start"));
    CHECK(squeue_listing(options, "b") == recorded_text("b", "squeue-start"));
}

TEST_CASE("squeue -r lists the pending tasks of an array one by one", "[slurm_views][unit]") {
    SqueueOptions options;
    options.array = true;
    for (std::string const look : {"a", "b"}) {
        // Slurm 22.05 drops the last index of a stepped range here, the 99 of 0-99:3.
        std::string ours = squeue_listing(options, look);
        std::string const lost =
            "             24_99     batch     wide     dave PD       0:00      1 (JobHeldUser)\n";
        auto const at = ours.find(lost);
        REQUIRE(at != std::string::npos);
        ours.erase(at, lost.size());
        CHECK(ours == recorded_text(look, "squeue-r"));
    }
}

TEST_CASE("squeue shows jobs of a hidden partition only if it is named (spec 1.3)",
          "[slurm_views][unit]") {
    auto snapshot = recorded_snapshot("a");
    SqueueOptions named;
    named.partitions = {"batch"};
    auto const before = squeue_text(snapshot, named);
    auto const open = squeue_text(snapshot, {});
    auto const batch = std::ranges::find(snapshot.partitions, "batch", &Partition::name);
    REQUIRE(batch != snapshot.partitions.end());
    batch->hidden = true;
    CHECK(*squeue_text(snapshot, named) == *before);
    auto const hidden = squeue_text(snapshot, {});
    CHECK(open->find(" batch ") != std::string::npos);
    CHECK(hidden->find(" batch ") == std::string::npos);
    CHECK(hidden->size() > 100);
}

TEST_CASE("squeue selects users, partitions, states, jobs and accounts", "[slurm_views][unit]") {
    SqueueOptions users;
    users.users = {"alice", "carol"};
    CHECK(squeue_listing(users) == recorded_text("a", "squeue-u"));
    SqueueOptions partitions;
    partitions.partitions = {"batch", "hi"};
    CHECK(squeue_listing(partitions) == recorded_text("a", "squeue-p"));
    SqueueOptions all;
    all.states = {"all"};
    CHECK(squeue_listing(all) == recorded_text("a", "squeue-t"));
    SqueueOptions ended;
    ended.states = {"cd", "F", "TIMEOUT", "CA"};
    CHECK(squeue_listing(ended) == recorded_text("a", "squeue-tr"));
    SqueueOptions jobs;
    jobs.jobs = {"1", "2", "15"};
    CHECK(squeue_listing(jobs) == recorded_text("a", "squeue-j"));
    SqueueOptions accounts;
    accounts.accounts = {"phys"};
    CHECK(squeue_listing(accounts) == recorded_text("a", "squeue-A"));
}

TEST_CASE("squeue -j selects one task of an array, pending or not", "[slurm_views][unit]") {
    SqueueOptions options;
    options.jobs = {"4_1", "4_3"};
    options.array = true;
    options.no_header = true;
    options.format = "%i";
    CHECK(squeue_listing(options) == "4_3\n4_1\n");
}

TEST_CASE("squeue sorts by the given keys", "[slurm_views][unit]") {
    SqueueOptions by_id;
    by_id.sort = "i";
    CHECK(squeue_listing(by_id) == recorded_text("a", "squeue-S"));
    SqueueOptions by_priority;
    by_priority.sort = "-p,i";
    CHECK(squeue_listing(by_priority) == recorded_text("a", "squeue-S2"));
}

TEST_CASE("squeue -h leaves the titles out", "[slurm_views][unit]") {
    SqueueOptions options;
    options.no_header = true;
    CHECK(squeue_listing(options) == recorded_text("a", "squeue-h"));
}

TEST_CASE("squeue -o prints the columns of a format", "[slurm_views][unit]") {
    SqueueOptions options;
    options.states = {"all"};
    options.format = "%i|%P|%j|%u|%t|%M|%l|%L|%D|%C|%R";
    CHECK(squeue_listing(options) == recorded_text("a", "squeue-o1"));
    options.format = "%A|%F|%K|%a|%b|%c|%e|%E|%f|%g";
    CHECK(squeue_listing(options) ==
          columns_of(recorded_text("a", "squeue-o2"), {0, 1, 2, 3, 4, 5, 7, 8, 9, 10}));
    options.format = "%k|%m|%N|%o|%O|%p|%Q|%q|%r";
    CHECK(squeue_listing(options) ==
          columns_of(recorded_text("a", "squeue-o3"), {3, 4, 5, 7, 8, 9, 10, 11, 12}));
    options.format = "%S|%T|%v|%V|%W|%Y|%y|%B";
    CHECK(squeue_listing(options) ==
          columns_of(recorded_text("a", "squeue-o4"), {0, 1, 3, 4, 6, 9, 10, 13}));
}

TEST_CASE("squeue cuts values to their columns as in TV-56", "[slurm_views][unit]") {
    Snapshot snapshot;
    JobView job;
    job.id = 3;
    job.partition = "longpartitionname";
    job.name = "y";
    job.user = "root";
    job.reason = Reason::priority;
    snapshot.jobs = {job};
    SqueueOptions options;
    options.no_header = true;
    CHECK(*squeue_text(snapshot, options) ==
          "                 3 longparti        y     root PD       0:00      1 (Priority)\n");
}

TEST_CASE("squeue --start shows nodes and start of a job as in TV-37", "[slurm_views][unit]") {
    Snapshot snapshot;
    snapshot.origin = 1704153600;
    snapshot.nodes.resize(4);
    for (std::size_t i = 0; i < 4; ++i) snapshot.nodes[i].name = "n" + std::to_string(i + 1);
    JobView job;
    job.id = 7;
    job.partition = "batch";
    job.name = "three";
    job.user = "u";
    job.nodes_count = 3;
    job.reason = Reason::resources;
    job.start = Instant{8 * 3600 + 36 * 60 + 16};
    job.scheduled_nodes = {0, 1, 2};
    snapshot.jobs = {job};
    SqueueOptions options;
    options.start = true;
    options.no_header = true;
    CHECK(*squeue_text(snapshot, options) ==
          "                 7     batch    three        u PD 2024-01-02T08:36:16      3 "
          "n[1-3]               (Resources)\n");
}

TEST_CASE("squeue shows the flag of a job instead of its state", "[slurm_views][unit]") {
    Snapshot snapshot;
    snapshot.nodes.resize(1);
    snapshot.nodes[0].name = "n1";
    JobView job;
    job.id = 5;
    job.state = JobState::timeout;
    job.reason = Reason::time_limit;
    job.flags.completing = true;
    job.nodes = {0};
    job.start = Instant{0};
    job.end = Instant{60};
    snapshot.now = Instant{100};
    snapshot.jobs = {job};
    SqueueOptions options;
    options.no_header = true;
    options.format = "%t %T %M %R";
    CHECK(*squeue_text(snapshot, options) == "CG COMPLETING 1:00 n1\n");
}

TEST_CASE("squeue reports an unknown column, key or state", "[slurm_views][unit]") {
    SqueueOptions format;
    format.format = "%i %!";
    REQUIRE_FALSE(squeue_text({}, format));
    CHECK(squeue_text({}, format).error().items()[0].message == "there is no column %!");
    SqueueOptions sort;
    sort.sort = "P,z";
    REQUIRE_FALSE(squeue_text({}, sort));
    CHECK(squeue_text({}, sort).error().items()[0].message == "jobs cannot be sorted by \"z\"");
    SqueueOptions states;
    states.states = {"PD", "WAITING"};
    REQUIRE_FALSE(squeue_text({}, states));
    CHECK(squeue_text({}, states).error().items()[0].message == "there is no job state WAITING");
}
