// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"

#include <vector>

namespace clustersim {

/// One run of a job on its nodes.
struct JobRun {
    Instant started;
    Instant ended;
    Seconds suspended{};  ///< part of it

    /// Time for which it held its cores.
    [[nodiscard]] Seconds held() const { return ended - started - suspended; }
};

/// How the last run of a job ended.
enum class CourseEnd {
    by_itself,
    at_limit,
    cancelled,     ///< for other jobs (PreemptMode=CANCEL)
    never_resumed  ///< no end: requeued or suspended, and it waits forever
};

/// The runs of a job that other jobs may stop: each run but the last was cut short and the job
/// requeued.
struct JobCourse {
    std::vector<JobRun> runs;  ///< by time, at least one
    CourseEnd end = CourseEnd::by_itself;

    [[nodiscard]] bool over() const { return end != CourseEnd::never_resumed; }
};

}  // namespace clustersim
