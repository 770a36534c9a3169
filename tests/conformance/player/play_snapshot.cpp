// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/player/play_snapshot.hpp"

#include "sim/slurm/read/snapshot/queue_snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace clustersim::slurm::conformance {

namespace {

constexpr std::int64_t submit_gap_ms = 10;

/// The last start of each job, by its id, or by array and task.
class StartLog final : public JobObserver {
  public:
    using Key = std::pair<std::int32_t, std::int32_t>;

    void started(Job const& job, Instant now) override {
        starts_[job.task ? Key{job.array_id, *job.task} : Key{job.id, -1}] = now;
    }
    [[nodiscard]] std::map<Key, Instant> const& starts() const { return starts_; }

  private:
    std::map<Key, Instant> starts_;
};

class SnapshotPlayer {
  public:
    SnapshotPlayer(Workload const& workload,
                   QueueSnapshot snapshot,
                   std::int64_t at_s,
                   PlayOptions const& options)
        : workload_(workload),
          snapshot_(std::move(snapshot)),
          shift_(snapshot_.queue.now.since_origin - at_s),
          at_s_(at_s),
          controller_(
              std::make_shared<Site const>(snapshot_.site), phases(options), options.cycles) {
        controller_.observe(&log_);
    }

    void read_ids(std::vector<CsvRow> const& recorded) {
        for (CsvRow const& row : recorded) {
            auto const name = row.at("job_id");
            auto const id = std::atoi(row.at("slurm_id").c_str());
            auto const root = name.substr(0, name.find('_'));
            // The last task of an array keeps the array's id, which is the lowest.
            if (auto const [at, fresh] = ids_.emplace(root, id); !fresh)
                at->second = std::min(at->second, id);
        }
    }

    TakeOver run() {
        auto taken = controller_.take_over(snapshot_.queue);
        for (Submission const& row : workload_.submissions)
            if (row.at_ms <= at_s_ * 1000) set_run_times(row);
        submit_later();
        auto const horizon = Instant{shift_ + workload_.horizon_s};
        controller_.run_to_end(horizon);
        return taken;
    }

    void write(std::filesystem::path const& out) const {
        std::map<std::int32_t, std::string> names;
        for (auto const& [row, id] : ids_) names[id] = row;
        std::ofstream file(out);
        file << "job_id,start_s\n";
        for (auto const& [key, start] : log_.starts()) {
            auto const row = names.find(key.first);
            if (row == names.end()) continue;
            file << row->second << (key.second < 0 ? "" : fmt::format("_{}", key.second)) << ','
                 << start.since_origin - shift_ << '\n';
        }
    }

  private:
    [[nodiscard]] Phases phases(PlayOptions const& options) const {
        auto phases = snapshot_.phases;
        phases.priority_before_loop = !options.turns;
        phases.backfill_before_loop = !options.turns;
        return phases;
    }

    void set_run_times(Submission const& row) {
        auto const id = ids_.find(row.job_id);
        if (id == ids_.end()) return;
        for (QueuedJob const& job : snapshot_.queue.jobs) {
            auto const number = static_cast<std::int32_t>(job.request.number);
            if (number == id->second || job.array_id == id->second)
                controller_.set_run_times(number, row.request.run_times);
        }
    }

    void submit_later() {
        auto clock_ms = (at_s_ + shift_) * 1000;
        for (std::size_t i = 0; i < workload_.submissions.size();) {
            auto const at = workload_.submissions[i].at_ms;
            if (at <= at_s_ * 1000) {
                ++i;
                continue;
            }
            clock_ms = std::max(clock_ms, at + shift_ * 1000);
            controller_.run_until(Moment{clock_ms});
            for (; i < workload_.submissions.size() && workload_.submissions[i].at_ms == at; ++i) {
                submit(workload_.submissions[i]);
                clock_ms += submit_gap_ms;
                controller_.run_until(Moment{clock_ms});
            }
        }
    }

    void submit(Submission const& row) {
        JobRequest request = row.request;
        request.submit = controller_.now();
        for (auto* const at : {&request.begin, &request.deadline})
            if (*at) **at = **at + Seconds{shift_};
        name_jobs(request.dependency.list);
        auto const outcome = controller_.submit(request);
        // Tasks of arrays take ids as they start, so a later job may get another id than recorded.
        ids_[row.job_id] = outcome.accepted() ? outcome.job_id : -1;
    }

    /// Replaces rows of the file by job ids.
    void name_jobs(DependencyList& list) const {
        for (Dependency& one : list.all)
            if (auto const found = ids_.find(std::to_string(one.job_id)); found != ids_.end())
                one.job_id = found->second;
    }

    Workload const& workload_;
    QueueSnapshot snapshot_;
    std::int64_t shift_;  ///< from the workload's time to the snapshot's
    std::int64_t at_s_;
    StartLog log_;
    Controller controller_;
    std::map<std::string, std::int32_t> ids_;
};

}  // namespace

Result<void> play_snapshot(Workload const& workload,
                           SnapshotPlay const& from,
                           PlayOptions const& options,
                           std::filesystem::path const& out) {
    auto read = read_queue_archive(from.archive);
    if (!read) return failure(std::move(read.error()));
    auto const recorded = read_csv(from.recorded);
    if (!recorded) return failure(recorded.error());
    for (std::string const& note : read->snapshot.notes)
        std::fprintf(stderr, "note: %s\n", note.c_str());
    SnapshotPlayer player(workload, std::move(read->snapshot), from.at_s, options);
    player.read_ids(*recorded);
    auto const taken = player.run();
    for (auto const& one : taken.left_out)
        std::fprintf(
            stderr, "left out: %lld: %s\n", static_cast<long long>(one.job), one.why.c_str());
    std::fprintf(stderr,
                 "priorities: %lld computed, %lld differ; %lld places assumed\n",
                 static_cast<long long>(taken.priorities),
                 static_cast<long long>(taken.other_priorities),
                 static_cast<long long>(taken.assumed_places));
    player.write(out);
    return {};
}

}  // namespace clustersim::slurm::conformance
