// SPDX-License-Identifier: Apache-2.0
#include "sim/core/nearest_name.hpp"

#include "tests/support/catch.hpp"

#include <vector>

using namespace clustersim;

TEST_CASE("the nearest name is found despite one or two typing errors", "[core][unit]") {
    std::vector<std::string> const known{"fcfs", "easy", "conservative"};
    CHECK(nearest_name("eesy", known) == "easy");
    CHECK(nearest_name("EASY", known) == "easy");
    CHECK(nearest_name("eays", known) == "easy");
    CHECK(nearest_name("conservatve", known) == "conservative");
    CHECK(nearest_name("fcf", known) == "fcfs");
    CHECK_FALSE(nearest_name("slurm", known).has_value());
    CHECK_FALSE(nearest_name("x", known).has_value());
    CHECK_FALSE(nearest_name(std::string(1000, 'e'), known).has_value());
    CHECK_FALSE(nearest_name("easy", {}).has_value());
}

TEST_CASE("the question is asked only if a name is near", "[core][unit]") {
    std::vector<std::string> const known{"fcfs", "easy"};
    CHECK(did_you_mean("eesy", known) == "did you mean \"easy\"? known: fcfs, easy");
    CHECK(did_you_mean("random", known) == "known: fcfs, easy");
    CHECK(did_you_mean("random", {}).empty());
    std::vector<std::string> many(41, "fcfs");
    many.push_back("easy");
    CHECK(did_you_mean("eesy", many) == "did you mean \"easy\"? 42 are known");
}

TEST_CASE("of many names the nearest are listed", "[core][unit]") {
    std::vector<std::string> many;
    for (int i = 100; i < 200; ++i) many.push_back("queue" + std::to_string(i));
    many.emplace_back("gpu");
    std::string const text = did_you_mean("g", many);
    CHECK(text.starts_with("known: gpu, queue100"));
    CHECK(text.ends_with("and 93 more"));
}
