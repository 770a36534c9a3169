// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_array.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/says.hpp"
#include "tests/support/scratch_folder.hpp"

#include <fstream>
#include <map>

using namespace clustersim;

namespace {

/// A batch system in which a task runs during two looks at the array, and writes its part unless it fails.
class FakeBatch : public BatchSystem {
  public:
    explicit FakeBatch(SweepArray const& array) : array_(array) {}

    std::map<std::size_t, int> failures;  ///< how often each task fails
    bool refuses = false;
    int silent_looks = 0;  ///< at which the batch system does not answer
    std::vector<std::vector<std::size_t>> submitted;

    Result<std::string> submit(std::filesystem::path const& script,
                               std::span<std::size_t const> tasks) override {
        CHECK(script == array_.script);
        if (refuses) return failure(problem(Code::cannot_write, "sbatch refuses"));
        submitted.emplace_back(tasks.begin(), tasks.end());
        for (std::size_t const task : tasks) looks_[task] = 2;
        return std::to_string(100 + submitted.size());
    }

    std::optional<std::set<std::size_t>> active_tasks(std::string const&) override {
        if (silent_looks > 0) {
            --silent_looks;
            return std::nullopt;
        }
        std::set<std::size_t> active;
        for (auto& [task, looks] : looks_) {
            if (looks == 0) continue;
            if (--looks > 0)
                active.insert(task);
            else
                end(task);
        }
        return active;
    }

  private:
    void end(std::size_t task) {
        if (failures[task] > 0) {
            --failures[task];
            return;
        }
        std::ofstream(array_.part(task)) << "part";
    }

    SweepArray const& array_;
    std::map<std::size_t, int> looks_;
};

SweepArray array_in(ScratchFolder const& folder, std::size_t tasks) {
    SweepArray array;
    array.tasks = tasks;
    array.retries = 2;
    array.script = folder / "array.sh";
    array.part = [path = folder.path()](std::size_t task) {
        return path / ("part-" + std::to_string(task));
    };
    array.log = [path = folder.path()](std::size_t task) {
        return path / ("log-" + std::to_string(task));
    };
    array.journal = folder / "jobs";
    return array;
}

ArrayWatch quiet_watch(std::string& said) {
    ArrayWatch watch;
    watch.wait = [looks = std::make_shared<int>(0)] { REQUIRE(++*looks < 100); };
    watch.say = [&said](std::string const& text) { said += text; };
    return watch;
}

}  // namespace

TEST_CASE("an array is submitted once and waited for", "[sweep][unit]") {
    ScratchFolder const folder;
    SweepArray const array = array_in(folder, 3);
    FakeBatch batch(array);
    std::string said;
    REQUIRE(run_array(array, batch, quiet_watch(said)).value());
    CHECK(batch.submitted == std::vector<std::vector<std::size_t>>{{1, 2, 3}});
    CHECK(said == "job 101: 3 tasks\n");
}

TEST_CASE("tasks that end without their part are submitted again", "[sweep][unit]") {
    ScratchFolder const folder;
    SweepArray const array = array_in(folder, 4);
    FakeBatch batch(array);
    batch.failures = {{2, 1}, {4, 2}};
    std::string said;
    REQUIRE(run_array(array, batch, quiet_watch(said)).value());
    CHECK(batch.submitted == std::vector<std::vector<std::size_t>>{{1, 2, 3, 4}, {2, 4}, {4}});
    CHECK(says(said, "job 103: 1 task that ended without a complete part"));
}

TEST_CASE("a task that fails too often ends the array with its output", "[sweep][unit]") {
    ScratchFolder const folder;
    SweepArray const array = array_in(folder, 2);
    FakeBatch batch(array);
    batch.failures = {{2, 9}};
    std::string said;
    auto const done = run_array(array, batch, quiet_watch(said));
    REQUIRE_FALSE(done);
    CHECK(batch.submitted.size() == 3);
    Diagnostic const& error = done.error().items().front();
    CHECK(says(error.message, "task 2 of the array ended 3 times"));
    CHECK(says(error.where.file, "log-2"));
}

TEST_CASE("jobs of an earlier call are waited for, not submitted again", "[sweep][unit]") {
    ScratchFolder const folder;
    SweepArray const array = array_in(folder, 2);
    FakeBatch batch(array);
    std::string said;
    ArrayWatch once = quiet_watch(said);
    once.work.interrupted = [&] { return !batch.submitted.empty(); };
    CHECK_FALSE(run_array(array, batch, once).value());
    batch.silent_looks = 3;
    REQUIRE(run_array(array, batch, quiet_watch(said)).value());
    CHECK(batch.submitted.size() == 1);
}

TEST_CASE("the refusal of a batch system is an error", "[sweep][unit]") {
    ScratchFolder const folder;
    SweepArray const array = array_in(folder, 2);
    FakeBatch batch(array);
    batch.refuses = true;
    std::string said;
    CHECK_FALSE(run_array(array, batch, quiet_watch(said)));
}
