// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/sweep/sweep_array.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <system_error>
#include <utility>

namespace clustersim {
namespace {

/// Follows the tasks of one sweep over all their jobs.
class ArrayRun {
  public:
    ArrayRun(SweepArray const& array, BatchSystem& batch, ArrayWatch const& watch)
        : array_(array), batch_(batch), watch_(watch) {}

    Result<bool> run() {
        read_journal();
        while (true) {
            std::vector<std::size_t> const missing = missing_parts();
            watch_.work.count(array_.tasks - missing.size(), array_.tasks);
            if (missing.empty()) return true;
            if (watch_.work.is_interrupted()) return false;
            auto const lost = lost_tasks(missing);
            if (!lost.empty()) {
                if (auto done = submit(lost); !done) return failure(std::move(done.error()));
            }
            watch_.wait();
        }
    }

  private:
    [[nodiscard]] std::vector<std::size_t> missing_parts() const {
        std::vector<std::size_t> missing;
        std::error_code ignored;
        for (std::size_t task = 1; task <= array_.tasks; ++task)
            if (!std::filesystem::exists(array_.part(task), ignored)) missing.push_back(task);
        return missing;
    }

    /// The jobs and their tasks that an earlier call submitted: "JOB TASK TASK …" a line.
    void read_journal() {
        std::ifstream stream(array_.journal);
        for (std::string line; std::getline(stream, line);) {
            std::size_t const space = line.find(' ');
            jobs_.insert(line.substr(0, space));
        }
    }

    /// The missing tasks that no job of ours will compute. A shared folder shows a new file late, so a task that has left
    /// the batch system counts at the second look only. Empty if the batch system does not answer.
    std::vector<std::size_t> lost_tasks(std::vector<std::size_t> const& missing) {
        std::set<std::size_t> active;
        for (std::string const& job : jobs_) {
            auto const tasks = batch_.active_tasks(job);
            if (!tasks) return {};
            active.insert(tasks->begin(), tasks->end());
        }
        std::vector<std::size_t> lost;
        std::set<std::size_t> gone;
        for (std::size_t const task : missing) {
            if (active.contains(task)) continue;
            if (!submitted_.contains(task) && jobs_.empty())
                lost.push_back(task);
            else if (gone_.contains(task))
                lost.push_back(task);
            else
                gone.insert(task);
        }
        gone_ = std::move(gone);
        return lost;
    }

    Result<void> submit(std::vector<std::size_t> const& tasks) {
        Diagnostics hopeless;
        for (std::size_t const task : tasks) {
            if (submitted_[task] <= array_.retries) continue;
            Diagnostic& d = hopeless.add(problem(
                Code::cannot_write,
                fmt::format(
                    "task {} of the array ended {} times without its part", task, submitted_[task]),
                "read its output, then continue with --resume; complete parts are kept"));
            d.where.file = array_.log(task).string();
        }
        if (hopeless.has_errors()) return failure(std::move(hopeless));
        auto const job = batch_.submit(array_.script, tasks);
        if (!job) return failure(job.error());
        bool const again =
            std::ranges::any_of(tasks, [&](std::size_t task) { return submitted_[task] > 0; });
        for (std::size_t const task : tasks) ++submitted_[task];
        jobs_.insert(*job);
        // Without this line, --resume would submit the tasks twice.
        std::ofstream stream(array_.journal, std::ios::app);
        stream << *job << ' ' << fmt::format("{}", fmt::join(tasks, " ")) << '\n' << std::flush;
        if (!stream) {
            Diagnostic d = problem(Code::cannot_write,
                                   fmt::format("cannot write the file: {}", std::strerror(errno)));
            d.where.file = array_.journal.string();
            return failure(std::move(d));
        }
        watch_.say(fmt::format("job {}: {} {}{}\n",
                               *job,
                               tasks.size(),
                               tasks.size() == 1 ? "task" : "tasks",
                               again ? " that ended without a complete part" : ""));
        return {};
    }

    SweepArray const& array_;
    BatchSystem& batch_;
    ArrayWatch const& watch_;
    std::set<std::string> jobs_;
    std::map<std::size_t, int> submitted_;  ///< by this call
    std::set<std::size_t> gone_;            ///< seen neither active nor complete at the last look
};

}  // namespace

Result<bool> run_array(SweepArray const& array, BatchSystem& batch, ArrayWatch const& watch) {
    return ArrayRun(array, batch, watch).run();
}

}  // namespace clustersim
