// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/engine/job_course.hpp"
#include "sim/engine/queue_model.hpp"
#include "sim/slurm/controller/observer.hpp"
#include "sim/slurm/controller/submission.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace clustersim {

/// A job of a study in a queue under the emulated Slurm.
struct OwnJob {
    slurm::SubmitOutcome outcome;
    std::optional<std::int32_t> task;  ///< of an array
    std::int64_t minutes = 0;          ///< requested
    std::optional<Seconds> extended_time;
    bool stoppable = false;  ///< other jobs may stop it while it runs
    std::optional<Instant> started;
    std::optional<Instant> eligible;
    std::optional<Seconds> limit;          ///< of its last run, if it requested --time-min
    std::shared_ptr<PlacedRun const> run;  ///< the last run, if its nodes matter
    std::optional<JobCourse> course;       ///< after it has ended
    std::optional<std::size_t> watched;    ///< its number in the log of waits
    std::optional<Horizon> given_up;       ///< that ended its wait

    /// Notes whether it has started and how it ended, by Slurm's record of it.
    void look_at(slurm::Job const& job, Instant now);
};

/// The jobs of a study. Observes the controller, so that no start is missed, however soon Slurm
/// forgets the job, and so that thousands of waiting jobs need not be polled.
class OwnJobs final : public slurm::JobObserver {
  public:
    void add(OwnJob own);

    void started(slurm::Job const& job, Instant now) override;
    void finished(slurm::Job const& job, Instant now) override;

    /// The numbers of the jobs that have started or ended since the last call.
    [[nodiscard]] std::vector<std::size_t> take_changed();

    [[nodiscard]] OwnJob& operator[](std::size_t number) { return jobs_[number]; }
    [[nodiscard]] OwnJob const& operator[](std::size_t number) const { return jobs_[number]; }
    [[nodiscard]] std::size_t size() const { return jobs_.size(); }
    [[nodiscard]] bool empty() const { return jobs_.empty(); }

  private:
    template <class Visit>
    void each_of(slurm::Job const& job, Visit visit);

    std::vector<OwnJob> jobs_;
    std::unordered_map<std::uint64_t, std::size_t> numbers_;  ///< by id and task; looked up only
    std::vector<std::size_t> changed_;
};

/// The runs of a job up to now. A job that waits forever has no current run.
JobCourse course_of(slurm::Job const& job, Instant now);

/// True if the job runs or ran: one that is removed while pending has an end, but never ran.
bool has_run(slurm::Job const& job);

}  // namespace clustersim
