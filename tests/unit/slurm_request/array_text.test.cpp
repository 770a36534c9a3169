// SPDX-License-Identifier: Apache-2.0
#include "sim/sched/slurm/request/array_text.hpp"

#include "tests/support/catch.hpp"

#include <numeric>

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

TEST_CASE("a long list of waiting tasks is cut (spec 11.2.4)", "[slurm_request][unit]") {
    Tasks odd;
    for (std::int32_t task = 1; task < 100; task += 2) odd.push_back(task);
    std::string const text = pending_array_text(8, odd, 2);
    CHECK(text == "8_[" + fold_indices(odd).substr(0, 64) + "...%2]");
    Tasks all(1000);
    std::iota(all.begin(), all.end(), 0);
    CHECK(pending_array_text(8, all, 0) == "8_[0-999]");
}
