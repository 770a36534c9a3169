// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/job_story.hpp"
#include "sim/slurm/controller/observer.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace clustersim::slurm {

/// Records the events of one job, or of the tasks of one array.
class StoryLog : public JobObserver {
  public:
    explicit StoryLog(std::int64_t id) : id_(id) {}

    void submitted(Job const& job, Instant now) override;
    void reason_changed(Job const& job, Instant now) override;
    void estimated(Job const& job, Instant now) override;
    void started(Job const& job, Instant now) override;
    void suspended(Job const& job, Instant now) override;
    void resumed(Job const& job, Instant now) override;
    void ended(Job const& job, JobState run_state, Instant now) override;
    void finished(Job const& job, Instant now) override;

    /// The story of the job; for an array, that of each task with a record of its own and that of
    /// the record of the pending tasks. By id; empty if the job was never submitted.
    [[nodiscard]] std::vector<JobStory> stories() const;

  private:
    struct Kept {
        JobStory story;
        std::optional<Instant> eligible;
        std::optional<Instant> expected;
        std::vector<std::int32_t> nodes;  ///< of the last promise
    };
    Kept* kept_of(Job const& job);
    static void notice_eligible(Kept& kept, Job const& job, Instant now);

    std::int64_t id_;
    std::map<std::int64_t, Kept> kept_;
};

}  // namespace clustersim::slurm
