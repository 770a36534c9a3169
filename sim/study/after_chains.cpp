// SPDX-License-Identifier: Apache-2.0
#include "sim/study/after_chains.hpp"

#include "sim/study/submit_jobs.hpp"
#include "sim/study/turnaround.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace clustersim {
namespace {

/// One time for each replicate; never_comes if it has none.
using Times = std::vector<Seconds>;
constexpr Seconds never_comes{std::numeric_limits<std::int64_t>::max()};

/// Raises each time to the other one if that is longer.
void raise_to(Times& times, Times const& others) {
    for (std::size_t r = 0; r < times.size(); ++r) times[r] = std::max(times[r], others[r]);
}

/// From the submission to the last end.
Times ends_of(JobOutcome const& chain) {
    Times ends;
    for (double const end : last_ends(chain))
        ends.push_back(std::isfinite(end) ? round_up(seconds(end)) : never_comes);
    return ends;
}

void move_by(QueueSample& sample, Seconds shift) {
    if (shift == Seconds{} || !sample.has_started()) return;
    if (shift == never_comes) {
        sample.started.reset();
        sample.course.reset();
        sample.held = {};
        sample.reason = "pending: Dependency";
        return;
    }
    sample.eligible = sample.eligible_since() + shift;
    sample.started = *sample.started + shift;
    if (!sample.course) return;
    for (JobRun& run : sample.course->runs) {
        run.started = run.started + shift;
        run.ended = run.ended + shift;
    }
}

class ChainShifts {
  public:
    ChainShifts(std::vector<JobOutcome>& outcomes, std::span<ResolvedJob const> jobs)
        : outcomes_(outcomes), jobs_(jobs), settled_(jobs.size()) {}

    void settle_all() {
        for (std::size_t job = 0; job < jobs_.size(); ++job) settle(job);
    }

  private:
    /// By how much the starts of a job move, after those of all jobs that it waits for; no job waits for itself.
    Times const& settle(std::size_t job) {
        if (settled_[job]) return *settled_[job];
        JobOutcome& outcome = outcomes_[job];
        Times moved(outcome.replicates());
        Times ends(outcome.replicates());
        for (JobCondition const& condition : jobs_[job].spec.form.after) {
            std::size_t const other = index_of(jobs_, condition.job);
            Times const& with_other = settle(other);
            if (waits_for_chain(condition, jobs_[other].spec))
                raise_to(ends, ends_of(outcomes_[other]));
            else
                raise_to(moved, with_other);
        }
        for (std::size_t i = 0; i < outcome.samples.size(); ++i) {
            std::size_t const r = i / static_cast<std::size_t>(outcome.tasks);
            QueueSample& sample = outcome.samples[i];
            Seconds const until_eligible = sample.eligible_since() - sample.submitted;
            Seconds const after_chain =
                ends[r] == never_comes ? never_comes : ends[r] - until_eligible;
            moved[r] = std::max(moved[r], after_chain);
        }
        for (std::size_t i = 0; i < outcome.samples.size(); ++i)
            move_by(outcome.samples[i], moved[i / static_cast<std::size_t>(outcome.tasks)]);
        settled_[job] = std::move(moved);
        return *settled_[job];
    }

    std::vector<JobOutcome>& outcomes_;
    std::span<ResolvedJob const> jobs_;
    std::vector<std::optional<Times>> settled_;
};

}  // namespace

void settle_after_chains(std::vector<JobOutcome>& outcomes, std::span<ResolvedJob const> jobs) {
    ChainShifts(outcomes, jobs).settle_all();
}

}  // namespace clustersim
