// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/array_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;
using Tasks = std::vector<std::int32_t>;

TEST_CASE("an array text names its tasks once and in order (spec 1.9)", "[slurm_request][unit]") {
    auto const expect = [](char const* text, Tasks const& tasks, std::int32_t limit) {
        auto const got = parse_array(text, 1001);
        REQUIRE(got);
        CHECK(got->tasks == tasks);
        CHECK(got->limit == limit);
    };
    expect("7", {7}, 0);
    expect("1-4%2", {1, 2, 3, 4}, 2);
    expect("0-9:3%1", {0, 3, 6, 9}, 1);
    expect("5,1-3,2,5", {1, 2, 3, 5}, 0);
    expect("[1-3]%9", {1, 2, 3}, 9);
    expect("1000", {1000}, 0);
    expect("0-8:3", {0, 3, 6}, 0);
}

TEST_CASE("an array text that is none is refused as sbatch does", "[slurm_request][unit]") {
    for (char const* text : {"",      "x",     "1-",   "-1",     "3-1",
                             "1-9:0", "1-9:x", "1,",   ",1",     "1%",
                             "1%x",   "1%-2",  "1001", "0-1001", "1-3:1001",
                             "1 2",   "1-2-3", "[1-2", "1:2",    "99999999999999999999"}) {
        INFO(text);
        auto const got = parse_array(text, 1001);
        REQUIRE_FALSE(got);
        CHECK(got.error() == "Invalid job array specification");
    }
}

TEST_CASE("the waiting part of an array prints folded, with its limit (TV-48)",
          "[slurm_request][unit]") {
    CHECK(pending_array_text(12, Tasks{3, 4}, 2) == "12_[3-4%2]");
    CHECK(pending_array_text(12, Tasks{0, 3, 6, 9}, 1) == "12_[0,3,6,9%1]");
    CHECK(pending_array_text(12, Tasks{4}, 0) == "12_[4]");
    CHECK(fold_indices(Tasks{0, 1, 2, 5, 7, 8}) == "0-2,5,7-8");
    CHECK(fold_indices(Tasks{}).empty());
}

TEST_CASE("squeue shows a regular step, and cuts an id after 31 characters (spec 11.2.4)",
          "[slurm_request][unit]") {
    auto const text = [](char const* array) {
        auto const parsed = parse_array(array, 1001).value();
        return pending_array_text(11, parsed.tasks, parsed.limit);
    };
    CHECK(text("1-99:2%2") == "11_[1-99:2%2]");
    CHECK(text("1-99:2") == "11_[1-99:2]");
    CHECK(text("0-99:2%5") == "11_[0-98:2%5]");
    CHECK(text("0-999") == "11_[0-999]");
    CHECK(text("0-10:2") == "11_[0,2,4,6,8,10]");
    CHECK(text("0-12:2,13") == "11_[0,2,4,6,8,10,12-13]");
    auto const irregular = parse_array("1,3,7,12,13,15,22,31,40,44,52,63,71,88,91,99%2", 1001);
    CHECK(pending_array_text(2, irregular->tasks, 2) == "2_[1,3,7,12-13,15,22,31,40,44,5");
    auto const just = parse_array("1,3,7,12,13,15,22,31,401", 1001);
    CHECK(pending_array_text(6, just->tasks, 2) == "6_[1,3,7,12-13,15,22,31,401%2]");
}
