// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/request/array_text.hpp"

#include "tests/support/catch.hpp"

using namespace clustersim::slurm;
using Tasks = std::vector<std::int32_t>;

TEST_CASE("an array text gives unique tasks in order (spec 1.9)", "[slurm_request][unit]") {
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

TEST_CASE("an invalid array text is refused as by sbatch", "[slurm_request][unit]") {
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

TEST_CASE("an array is read once, and each machine says whether it admits it",
          "[slurm_request][unit]") {
    ArrayRequest const array = read_array("0-8:3,20%2");
    CHECK(array.text == "0-8:3,20%2");
    CHECK(array.limit == 2);
    CHECK(array.least_size == 21);
    CHECK_FALSE(tasks_of(array, 20));
    REQUIRE(tasks_of(array, 21));
    CHECK(tasks_of(array, 21)->tasks == Tasks{0, 3, 6, 20});
    CHECK_FALSE(read_array("x").empty());
    CHECK_FALSE(tasks_of(read_array("x"), 4'000'001));
    CHECK(ArrayRequest{}.empty());
    CHECK(tasks_of(ArrayRequest{}, 1001)->tasks.empty());
    CHECK(tasks_of(first_tasks(3, 1), 3)->tasks == Tasks{0, 1, 2});
    CHECK_FALSE(tasks_of(first_tasks(3, 1), 2));
}

TEST_CASE("the tasks of an array are printed folded", "[slurm_request][unit]") {
    CHECK(fold_indices(Tasks{0, 1, 2, 5, 7, 8}) == "0-2,5,7-8");
    CHECK(fold_indices(Tasks{}).empty());
}
