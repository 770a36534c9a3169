// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>

using namespace clustersim;

namespace {

std::string const small = "schema: clustersim/scenario/1\n"
                          "title: T\n"
                          "system: vega\n"
                          "background: {mix: none}\n"
                          "replicates: 1\n"
                          "jobs:\n"
                          "  train: {nodes: 1, runtime: 1 h, walltime: 2 h}\n";

ConfigNode sweep_document(std::string const& sweep) {
    return *scenario_document(*parse_yaml(small + sweep, "s.yaml"), {});
}

SweepGrid grid(std::string const& sweep) {
    return *sweep_grid(sweep_document(sweep), 100'000);
}

Result<Sweep> read(std::string const& sweep, unsigned workers = 1) {
    return read_sweep(sweep_document(sweep), shipped_library(), {.workers = workers});
}

std::vector<std::size_t> points_of(std::vector<SweepQueue> const& queues) {
    std::vector<std::size_t> all;
    for (SweepQueue const& queue : queues)
        all.insert(all.end(), queue.points.begin(), queue.points.end());
    std::ranges::sort(all);
    return all;
}

}  // namespace

TEST_CASE("points that differ in their jobs only have one queue", "[sweep][unit]") {
    auto const queues = queues_of(grid(
        "sweep: {jobs.train.nodes: [1, 2], seed: [1, 2, 3], jobs.train.walltime: [2 h, 3 h]}\n"));
    REQUIRE(queues.size() == 3);
    CHECK(queues[0].points == std::vector<std::size_t>{1, 2, 7, 8});
    CHECK(queues[0].divisible);
}

TEST_CASE("a precision makes the points of a queue depend on each other", "[sweep][unit]") {
    auto const queues = queues_of(grid("sweep: {precision: [~, 0.2], jobs.train.nodes: [1, 2]}\n"));
    REQUIRE(queues.size() == 2);
    CHECK(queues[0].divisible);
    CHECK_FALSE(queues[1].divisible);
}

TEST_CASE("parts hold every point once, in nearly equal numbers", "[sweep][unit]") {
    auto const queues =
        queues_of(grid("sweep: {seed: [1, 2, 3], jobs.train.nodes: [1, 2, 3, 4, 5, 6, 7]}\n"));
    std::size_t const n = GENERATE(1, 2, 4, 21, 30);
    std::vector<std::size_t> all;
    for (std::size_t k = 1; k <= n; ++k) {
        auto const part = points_of(part_of(queues, k, n));
        CHECK(part.size() <= 21 / n + 1);
        all.insert(all.end(), part.begin(), part.end());
    }
    std::ranges::sort(all);
    CHECK(all == points_of(queues));
}

TEST_CASE("a share has the points of its part without an answer", "[sweep][unit]") {
    SweepGrid const six = grid("sweep: {seed: [1, 2], jobs.train.nodes: [1, 2, 3]}\n");
    auto const whole = share_of(six, {}, {2, 5});
    CHECK(whole.points == 6);
    CHECK(whole.left == 4);
    CHECK(points_of(whole.queues) == std::vector<std::size_t>{1, 3, 4, 6});
    CHECK(share_of(six, {.number = 1, .of = 2}, {}).points == 3);
}

TEST_CASE("an indivisible queue is in one part", "[sweep][unit]") {
    auto queues = queues_of(grid("sweep: {seed: [1, 2], jobs.train.nodes: [1, 2, 3]}\n"));
    for (SweepQueue& queue : queues) queue.divisible = false;
    std::size_t found = 0;
    for (std::size_t k = 1; k <= 4; ++k)
        for (SweepQueue const& queue : part_of(queues, k, 4)) {
            CHECK(queue.points.size() == 3);
            ++found;
        }
    CHECK(found == 2);
}

TEST_CASE("answered points are left out", "[sweep][unit]") {
    auto const queues = queues_of(grid("sweep: {seed: [1, 2], jobs.train.nodes: [1, 2]}\n"));
    auto const left = without(queues, {1, 2, 4});
    REQUIRE(left.size() == 1);
    CHECK(left[0].points == std::vector<std::size_t>{3});
}

TEST_CASE("a sweep is checked at every point", "[sweep][unit]") {
    auto const wrong = read("sweep: {jobs.train.nodez: [1], jobs.train.walltime: [2 h, 3 Gb]}\n");
    REQUIRE_FALSE(wrong);
    std::string const text = to_text(wrong.error());
    CHECK(says(text, "nodez"));
    CHECK(says(text, "3 Gb"));
}

TEST_CASE("a scenario without a sweep is no sweep", "[sweep][unit]") {
    auto const wrong = read("");
    REQUIRE_FALSE(wrong);
    CHECK(says(wrong.error().items().front().message, "no `sweep:`"));
}

TEST_CASE("one impossible point is an answer, only impossible points are an error",
          "[sweep][unit]") {
    auto const some = read("sweep: {jobs.train.nodes: [1, 100000]}\n");
    REQUIRE(some);
    CHECK(some->impossible == 1);
    auto const none = read("sweep: {jobs.train.nodes: [100000, 200000]}\n");
    REQUIRE_FALSE(none);
    CHECK(none.error().fault() == Fault::impossible);
}

TEST_CASE("the identity does not depend on the number of workers", "[sweep][unit]") {
    std::string const sweep = "sweep: {system: [vega, karolina], jobs.train.nodes: [1, 2, 3]}\n";
    auto const one = read(sweep, 1);
    auto const four = read(sweep, 4);
    REQUIRE(one);
    REQUIRE(four);
    CHECK(one->identity.hash == four->identity.hash);
    CHECK(one->identity.inputs == four->identity.inputs);
    CHECK(one->identity.keys == std::vector<std::string>{"system", "jobs.train.nodes"});
    CHECK(one->identity.points == 6);
    auto const other = read("sweep: {system: [vega, karolina], jobs.train.nodes: [1, 2, 4]}\n");
    CHECK(other->identity.hash != one->identity.hash);
}
