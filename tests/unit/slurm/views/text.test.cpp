// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/views/text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim;
using namespace clustersim::slurm;

TEST_CASE(
    "durations of squeue have no leading zeros, those of sacct always have hours, as in TV-55",
    "[slurm_views][unit]") {
    CHECK(short_duration(8) == "0:08");
    CHECK(short_duration(754) == "12:34");
    CHECK(short_duration(3723) == "1:02:03");
    CHECK(short_duration(172800) == "2-00:00:00");
    CHECK(short_duration(-1) == "INVALID");
    CHECK(long_duration(754) == "00:12:34");
    CHECK(long_duration(93784) == "1-02:03:04");
}

TEST_CASE("sizes use a larger unit if it is exact, as in TV-58", "[slurm_views][unit]") {
    CHECK(memory_text(4000) == "4000M");
    CHECK(memory_text(4096) == "4G");
    CHECK(memory_text(1536) == "1.50G");
    CHECK(memory_text(0) == "0");
    CHECK(memory_text(1023) == "1023M");
    CHECK(memory_text(1025) == "1025M");
    CHECK(memory_text(3 * 1024 * 1024) == "3T");
}

TEST_CASE("a value too long for its column is cut, marked or printed whole",
          "[slurm_views][unit]") {
    CHECK(in_column("CANCELLED by 1000", 10, true, TooLong::plus) == "CANCELLED+");  // TV-57
    CHECK(in_column("averylongname", 10, true, TooLong::plus) == "averylong+");
    CHECK(in_column("longpartitionname", 9, true, TooLong::cut) == "longparti");
    CHECK(in_column("longpartitionname", 9, true, TooLong::whole) == "longpartitionname");
    CHECK(in_column("ab", 4, true, TooLong::cut) == "  ab");
    CHECK(in_column("ab", 4, false, TooLong::cut) == "ab  ");
    CHECK(in_column("ab", 0, true, TooLong::cut) == "ab");
}

TEST_CASE("tasks of an array are folded, with steps if they span more than ten",
          "[slurm_views][unit]") {
    auto const stepped = [](std::int32_t first, std::int32_t last, std::int32_t step) {
        std::vector<std::int32_t> tasks;
        for (std::int32_t task = first; task <= last; task += step) tasks.push_back(task);
        return tasks;
    };
    CHECK(task_list(stepped(3, 4, 1), 2) == "3-4%2");      // TV-48
    CHECK(task_list(stepped(0, 9, 3), 1) == "0,3,6,9%1");  // TV-48
    CHECK(task_list(stepped(0, 99, 3), 0) == "0-99:3");
    CHECK(task_list(stepped(0, 98, 2), 5) == "0-98:2%5");
    CHECK(task_list(std::vector<std::int32_t>{1, 3, 7, 12, 13, 15}, 0) == "1,3,7,12-13,15");
    CHECK(task_list(std::vector<std::int32_t>{7}, 0) == "7");
    CHECK(task_list(stepped(0, 20, 1), 0) == "0-20");
}

TEST_CASE("instants are printed as calendar times relative to the origin", "[slurm_views][unit]") {
    Snapshot const snapshot;
    CHECK(calendar_text(snapshot, Instant{0}) == "2026-01-01T00:00:00");
    CHECK(calendar_text(snapshot, Instant{59 * 86400 + 3661}) == "2026-03-01T01:01:01");
    CHECK(calendar_text(snapshot, std::nullopt, "N/A") == "N/A");
    CHECK(date_line(snapshot, Instant{0}) == "Thu Jan 01 00:00:00 2026");
}

TEST_CASE("trackable resources are listed by name, without zero amounts", "[slurm_views][unit]") {
    CHECK(tres_text({{"cpu", 8}, {"mem", 800}, {"node", 1}, {"gres/gpu", 2}, {"billing", 8}}) ==
          "billing=8,cpu=8,gres/gpu=2,mem=800M,node=1");
    CHECK(tres_text({{"cpu", 1}, {"energy", 0}}) == "cpu=1");
}
