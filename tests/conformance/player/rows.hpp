// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/controller/controller.hpp"
#include "sim/slurm/controller/observer.hpp"
#include "tests/conformance/player/played_job.hpp"
#include "tests/conformance/player/workload.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace clustersim::slurm::conformance {

/// Keeps data that a job's record loses: its earlier runs, and its priority at submission.
class Recorder final : public JobObserver {
  public:
    struct Run {
        Instant start, end;
        Allocation allocation;
        JobState state = JobState::running;
    };
    void started(Job const& job, Instant now) override {
        runs_[job.id].push_back({now, now, job.allocation, JobState::running});
    }
    void ended(Job const& job, JobState run_state, Instant now) override {
        if (auto const runs = runs_.find(job.id); runs != runs_.end()) {
            runs->second.back().end = now;
            runs->second.back().state = run_state;
        }
    }
    void note_priority(std::int32_t job_id, std::uint32_t priority) {
        first_priority_.emplace(job_id, priority);
    }
    [[nodiscard]] std::vector<Run> const& runs(std::int32_t job_id) const {
        static std::vector<Run> const none;
        auto const found = runs_.find(job_id);
        return found == runs_.end() ? none : found->second;
    }
    /// Priority of the submission; tasks of an array share it.
    [[nodiscard]] std::optional<std::uint32_t> first_priority(std::int32_t job_id) const {
        auto const found = first_priority_.find(job_id);
        return found == first_priority_.end() ? std::nullopt : std::optional(found->second);
    }

  private:
    std::map<std::int32_t, std::vector<Run>> runs_;
    std::map<std::int32_t, std::uint32_t> first_priority_;
};

/// Makes the recorder's table: every job that the controller knows and every refused row.
std::vector<PlayedJob> make_rows(Controller const& controller,
                                 Recorder const& recorder,
                                 Workload const& workload,
                                 std::map<std::string, std::int32_t> const& ids,
                                 std::map<std::string, std::string> const& rejected);

}  // namespace clustersim::slurm::conformance
