// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/run_sweep.hpp"

#include "tests/support/catch.hpp"
#include "tests/unit/scenario/shipped_library.hpp"

#include <algorithm>
#include <map>

using namespace clustersim;

namespace {

/// Keeps what a sweep stores; fails after some blocks if asked to.
class MemoryStore : public SweepStore {
  public:
    std::map<std::size_t, SweptPoint> points;
    int blocks_before_failure = -1;

    [[nodiscard]] std::vector<std::size_t> answered() const override {
        std::vector<std::size_t> numbers;
        for (auto const& [number, point] : points) numbers.push_back(number);
        return numbers;
    }
    Result<void> add(SweptBlock const& block) override {
        if (blocks_before_failure-- == 0) return failure(problem(Code::cannot_write, "full"));
        for (SweptPoint const& point : block.points)
            CHECK(points.emplace(point.number, point).second);
        return {};
    }
    Result<void> take(std::filesystem::path const&) override { return {}; }
    Result<Diagnostics> warnings() override { return Diagnostics{}; }
    Result<std::size_t> impossible() override { return std::size_t{0}; }
    Result<void> finish() override { return {}; }
};

Sweep small_sweep() {
    auto document =
        scenario_document(*parse_yaml("schema: clustersim/scenario/1\n"
                                      "title: T\n"
                                      "system: karolina\n"
                                      "partition: qgpu\n"
                                      "background: {mix: itp-trace, load: 0.5, "
                                      "warm-up: 6 h, window: 2 h}\n"
                                      "replicates: 2\n"
                                      "jobs:\n"
                                      "  train: {nodes: 1, runtime: 1 h, walltime: 2 h}\n"
                                      "sweep:\n"
                                      "  background.load: [0.4, 0.6]\n"
                                      "  jobs.train.nodes: [1, 2, 99999]\n",
                                      "s.yaml"),
                          {});
    return *read_sweep(*document, shipped_library(), {});
}

double no_time() {
    return 0.0;
}

std::map<std::string, double> metrics_of(SweptPoint const& point) {
    std::map<std::string, double> values;
    for (SweptValue const& one : point.jobs.front().values)
        if (one.value) values.emplace(one.metric->name, *one.value);
    return values;
}

}  // namespace

TEST_CASE("a sweep answers each point once, alike on any number of workers", "[sweep][unit]") {
    Sweep const sweep = small_sweep();
    MemoryStore one;
    REQUIRE(run_sweep(sweep, queues_of(sweep.grid), one, {.workers = 1}, no_time).value());
    MemoryStore four;
    REQUIRE(run_sweep(sweep, queues_of(sweep.grid), four, {.workers = 4}, no_time).value());
    REQUIRE(one.points.size() == 6);
    REQUIRE(four.points.size() == 6);
    for (auto const& [number, point] : one.points) {
        SweptPoint const& other = four.points.at(number);
        CHECK(point.settings == other.settings);
        CHECK(point.impossible == other.impossible);
        CHECK(point.impossible.empty() == (number % 3 != 0));
        if (point.impossible.empty()) CHECK(metrics_of(point) == metrics_of(other));
    }
}

TEST_CASE("the division of the points changes no answer", "[sweep][unit]") {
    Sweep const sweep = small_sweep();
    MemoryStore whole;
    REQUIRE(run_sweep(sweep, queues_of(sweep.grid), whole, {.workers = 1}, no_time).value());
    MemoryStore single;
    for (std::size_t const number : {5, 4, 2, 1})
        REQUIRE(run_sweep(sweep, {{{number}, true}}, single, {.workers = 1}, no_time).value());
    for (auto const& [number, point] : single.points)
        CHECK(metrics_of(point) == metrics_of(whole.points.at(number)));
}

TEST_CASE("a store that fails ends the sweep with its error", "[sweep][unit]") {
    Sweep const sweep = small_sweep();
    MemoryStore full;
    full.blocks_before_failure = 1;
    auto const done = run_sweep(sweep, queues_of(sweep.grid), full, {.workers = 2}, no_time);
    REQUIRE_FALSE(done);
    CHECK(done.error().items().front().message == "full");
    CHECK(full.points.size() == 3);
}

TEST_CASE("an interrupted sweep says so and keeps whole blocks", "[sweep][unit]") {
    Sweep const sweep = small_sweep();
    MemoryStore store;
    Work const work{.interrupted = [&] { return !store.points.empty(); }};
    CHECK_FALSE(run_sweep(sweep, queues_of(sweep.grid), store, work, no_time).value());
    CHECK(store.points.size() == 3);
}
