// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/sched/slurm/controller/job_story.hpp"
#include "sim/sched/slurm/controller/observer.hpp"

#include <cstdint>
#include <map>
#include <optional>

namespace clustersim::slurm {

/// Keeps what happens to jobs, from some instant on, as it happens.
class StoryLog : public JobObserver {
  public:
    /// Jobs submitted before `from` are not kept.
    explicit StoryLog(Instant from = {}) : from_(from) {}

    void submitted(Job const& job, std::int64_t now) override;
    void reason_changed(Job const& job, std::int64_t now) override;
    void estimated(Job const& job, std::int64_t now) override;
    void started(Job const& job, std::int64_t now) override;
    void ended(Job const& job, JobState run_state, std::int64_t now) override;
    void finished(Job const& job, std::int64_t now) override;

    /// The story of a job; nullptr when nothing was kept of it.
    [[nodiscard]] JobStory const* find(std::int64_t id) const;

  private:
    struct Kept {
        JobStory story;
        std::optional<std::int64_t> eligible;
        std::optional<Instant> expected;
        std::vector<std::int32_t> nodes;  ///< promised last
    };
    Kept* kept_of(Job const& job);
    void notice_eligible(Kept& kept, Job const& job, std::int64_t now) const;

    Instant from_;
    std::map<std::int64_t, Kept> kept_;
};

}  // namespace clustersim::slurm
