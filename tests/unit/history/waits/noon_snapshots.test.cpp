// SPDX-License-Identifier: Apache-2.0
#include "sim/history/waits/noon_snapshots.hpp"

#include "tests/support/catch.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace clustersim;

namespace {

constexpr char const* noon_header = "job,poll_time,submit_time,start_time,partition,account,req_"
                                    "cpus,time_limit_sec,priority_poll\n";

/// A table of snapshots in the folder of temporary files.
std::filesystem::path noon_table(std::string const& name, std::string const& rows) {
    auto const path = std::filesystem::temp_directory_path() / ("clustersim-" + name + ".csv");
    std::ofstream(path) << noon_header << rows;
    return path;
}

}  // namespace

TEST_CASE("each noon of a table of snapshots is a block", "[waits][unit]") {
    auto const path = noon_table(
        "noons",
        "1,2021-05-01 12:00:00,2021-05-01 09:00:00,2021-05-01 13:00:00,1,7,4,3600,100\n"
        "2,2021-05-01 12:00:00,2021-05-01 10:00:00,,1,7,4,3600,200\n"
        "3,2021-05-02 12:00:00,2021-05-02 10:00:00,2021-05-02 12:00:09,1,8,1,90000,50\n");
    REQUIRE(*is_snapshot_table(path));
    auto const cases = read_noon_snapshots({path});
    REQUIRE(cases);
    CHECK(cases->source == WaitSource::noons);
    CHECK(cases->blocks.size() == 2);
    CHECK(cases->never_started == 1);
    REQUIRE(cases->cases.size() == 2);
    CHECK(cases->features.rows() == 2);
    CHECK((cases->cases[0].start - cases->cases[0].at).count == 3600);
    CHECK(cases->cases[1].log_wait() == Approx(1.0));
    CHECK(cases->cases[0].size == JobSizeClass::small);
    CHECK(cases->cases[1].limit == WalltimeClass::days_3);
}

TEST_CASE("all mistakes of a table of snapshots are reported at once", "[waits][unit]") {
    auto const path =
        noon_table("bad-noons",
                   "1,2021-05-01 12:00:00,yesterday,2021-05-01 13:00:00,1,7,4,3600,100\n"
                   "2,2021-05-01 12:00:00,2021-05-01 10:00:00,2021-05-01 11:00:00,1,7,4,3600,200\n"
                   "3,2021-05-01 12:00:00,2021-05-01 10:00:00\n");
    auto const cases = read_noon_snapshots({path});
    REQUIRE_FALSE(cases);
    REQUIRE(cases.error().items().size() == 3);
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(cases.error().items()[i].where.line == static_cast<int>(i) + 2);
    CHECK_FALSE(read_noon_snapshots({"no-such-file.csv"}));
}
