// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/engine/job_course.hpp"
#include "sim/study/training_run.hpp"

#include <memory>
#include <optional>
#include <string>

namespace clustersim {

/// The queue's part of one replicate: when the job was submitted, when it started and how it went on.
struct QueueSample {
    Instant submitted;
    std::optional<Instant> started{};          ///< nothing: not before the queue had run dry
    std::shared_ptr<TrainingRun const> run{};  ///< the last, where its nodes matter; else null
    Seconds held{};                            ///< how long it holds its nodes, in all its runs
    bool cut = false;                          ///< its limit ends it
    /// Why it never started or, once requeued, never again: "pending: QOSMaxJobsPerUserLimit".
    std::string reason{};
    std::optional<JobCourse> course{};  ///< of a job that started and that others may stop
    [[nodiscard]] bool has_started() const { return started.has_value(); }
    /// Of a job that has started.
    [[nodiscard]] Seconds wait() const { return started.value() - submitted; }
    /// From its submission to its real end, with all its runs and waits; nothing when it never came to
    /// an end of its own: it never started, was cancelled for others, or waits for ever.
    [[nodiscard]] std::optional<Seconds> turnaround() const;
};

}  // namespace clustersim
