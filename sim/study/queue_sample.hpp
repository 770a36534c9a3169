// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/backlog.hpp"
#include "sim/core/time.hpp"
#include "sim/engine/job_course.hpp"
#include "sim/engine/wait_course.hpp"
#include "sim/study/training_run.hpp"

#include <memory>
#include <optional>
#include <string>

namespace clustersim {

/// The course of a job, or of one task of an array, in the queue of one replicate: submission, start and preemptions.
struct QueueSample {
    Instant submitted;
    std::optional<Instant> started{};  ///< nothing: it had not started when the queue was empty
    /// When it could start at the earliest (QueueModel::eligible_at).
    std::optional<Instant> eligible{};
    /// The limit with which it started, if that can be less than it requested.
    std::optional<Seconds> limit{};
    std::shared_ptr<TrainingRun const>
        run{};         ///< the last run, if it depends on its nodes; else null
    Seconds held{};    ///< time that it holds its nodes, in all its runs
    bool cut = false;  ///< its limit ends it
    /// Why it never started or, once requeued, never again: "pending: QOSMaxJobsPerUserLimit".
    std::string reason{};
    bool given_up = false;  ///< it had not started after the longest wait (horizons.hpp)
    std::optional<JobCourse> course{};  ///< of a preemptible job that started
    /// If the backlog is a range: the third of it that this queue stands for.
    std::optional<QueueLength> queue{};
    /// What it waited for; null if that was not recorded.
    std::shared_ptr<WaitCourse const> waited_for{};
    [[nodiscard]] bool has_started() const { return started.has_value(); }
    /// The instant from which it waits only for the queue.
    [[nodiscard]] Instant eligible_since() const { return eligible.value_or(submitted); }
    /// The wait of a job that has started.
    [[nodiscard]] Seconds wait() const { return started.value() - submitted; }
    /// The time from submission to the final end, with all runs and waits; nothing if the job never started,
    /// was preempted and cancelled, or waits for ever.
    [[nodiscard]] std::optional<Seconds> turnaround() const;
};

}  // namespace clustersim
