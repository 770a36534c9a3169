// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/sacct.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/slurm/views/recorded_snapshot.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

namespace {

std::string sacct_listing(SacctOptions const& options, std::string const& look = "a") {
    auto const text = sacct_text(recorded_snapshot(look), options);
    REQUIRE(text);
    return *text;
}

}  // namespace

TEST_CASE("sacct lists jobs and their batch steps, byte for byte", "[slurm_views][unit]") {
    CHECK(sacct_listing({}) == recorded_text("a", "sacct"));
    CHECK(sacct_listing({}, "b") == recorded_text("b", "sacct"));
}

TEST_CASE("sacct has brief and long listings", "[slurm_views][unit]") {
    for (std::string const look : {"a", "b"}) {
        SacctOptions brief;
        brief.brief = true;
        CHECK(sacct_listing(brief, look) == recorded_text(look, "sacct-b"));
        SacctOptions allocations;
        allocations.allocations = true;
        CHECK(sacct_listing(allocations, look) == recorded_text(look, "sacct-X"));
        SacctOptions duplicates;
        duplicates.duplicates = true;
        CHECK(sacct_listing(duplicates, look) == recorded_text(look, "sacct-D"));
    }
    SacctOptions bare;
    bare.allocations = bare.no_header = true;
    CHECK(sacct_listing(bare) == recorded_text("a", "sacct-n"));
}

TEST_CASE("sacct separates with | if requested", "[slurm_views][unit]") {
    SacctOptions options;
    options.style = RecordStyle::parsable;
    CHECK(sacct_listing(options) == recorded_text("a", "sacct-p"));
    options.style = RecordStyle::parsable2;
    CHECK(sacct_listing(options) == recorded_text("a", "sacct-P"));
}

TEST_CASE("sacct -o prints the fields of a format in their widths", "[slurm_views][unit]") {
    SacctOptions columns;
    columns.allocations = true;
    columns.format = "JobIDRaw,User,Account,Partition,QOS,Submit,Eligible,Start,End,ElapsedRaw,"
                     "TimelimitRaw,ReqNodes,NNodes,ReqCPUS,NCPUS,ReqMem,ReqTRES,AllocTRES,State,"
                     "ExitCode,Priority,NodeList";
    CHECK(sacct_listing(columns) == recorded_text("a", "sacct-o1"));
    CHECK(sacct_listing(columns, "b") == recorded_text("b", "sacct-o1"));
    SacctOptions widths;
    widths.format = "JobID%20,JobName%-12,State%20,Elapsed,CPUTime,ReqMem,AllocTRES%60,Timelimit,"
                    "Start,Reserved,Flags,NodeList";
    CHECK(sacct_listing(widths) == recorded_text("a", "sacct-o3"));
    CHECK(sacct_listing(widths, "b") == recorded_text("b", "sacct-o3"));
}

TEST_CASE("sacct selects jobs, users and states", "[slurm_views][unit]") {
    SacctOptions jobs;
    jobs.jobs = {"1", "15"};
    CHECK(sacct_listing(jobs) == recorded_text("a", "sacct-j"));
    SacctOptions users;
    users.users = {"alice"};
    CHECK(sacct_listing(users) == recorded_text("a", "sacct-u"));
    SacctOptions states;
    states.states = {"PD", "R"};
    states.allocations = true;
    CHECK(sacct_listing(states, "b") == recorded_text("b", "sacct-s"));
}

TEST_CASE("sacct lists jobs that were in the system in its window", "[slurm_views][unit]") {
    Snapshot snapshot;
    snapshot.now = Instant{3 * 86400 + 100};
    AccountingRecord old;
    old.id = 1;
    old.state = JobState::completed;
    old.submit = Instant{10};
    old.start = Instant{20};
    old.end = Instant{86400};
    AccountingRecord recent = old;
    recent.id = 2;
    recent.end = Instant{3 * 86400 + 50};
    snapshot.accounting = {old, recent};
    SacctOptions options;
    options.no_header = true;
    options.format = "JobID";
    CHECK(*sacct_text(snapshot, options) == "2            \n");
    options.start = Instant{0};
    CHECK(*sacct_text(snapshot, options) == "1            \n2            \n");
    options.end = Instant{5};
    CHECK(sacct_text(snapshot, options)->empty());
    SacctOptions named;
    named.no_header = true;
    named.format = "JobID%-3";
    named.jobs = {"1"};
    CHECK(*sacct_text(snapshot, named) == "1   \n");
}

TEST_CASE("sacct reports an unknown field or state", "[slurm_views][unit]") {
    SacctOptions format;
    format.format = "JobID,Stat";
    auto const text = sacct_text({}, format);
    REQUIRE_FALSE(text);
    CHECK(text.error().items()[0].message == "sacct has no field Stat");
    CHECK(text.error().items()[0].help.find("State") != std::string::npos);
    SacctOptions states;
    states.states = {"GONE"};
    CHECK_FALSE(sacct_text({}, states));
}

TEST_CASE("an exit status above 128 is printed without the 128", "[slurm_views][unit]") {
    Snapshot snapshot;
    AccountingRecord record;
    record.state = JobState::failed;
    record.exit_code = 137;
    snapshot.accounting = {record};
    SacctOptions options;
    options.no_header = true;
    options.style = RecordStyle::parsable2;
    options.format = "ExitCode,Timelimit";
    CHECK(*sacct_text(snapshot, options) == "9:0|Partition_Limit\n");
}
