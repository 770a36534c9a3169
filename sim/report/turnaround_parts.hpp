// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/job_outcome.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace clustersim {

/// Wait + run = turnaround of a job, in s. Medians of both need not add up, so the wait is what the turnaround leaves.
struct TurnaroundParts {
    double wait = 0.0;
    double run = 0.0;
    double low = 0.0;   ///< 5 % quantile of the turnaround
    double high = 0.0;  ///< 95 %

    [[nodiscard]] double whole() const { return wait + run; }
};

/// Which turnaround is divided.
enum class TurnaroundOf {
    median,
    soonest,  ///< with the 5 % quantile of the wait: of waits that rest on no evidence, only the range says something
};

/// Nothing for a job that does not always start or end.
std::optional<TurnaroundParts> turnaround_parts(JobOutcome const& outcome, TurnaroundOf of);

/// True if there are other jobs, so that waits say something.
bool has_other_jobs(Study const& study);

/// The parts as a bar, of `longest` seconds in `width` characters: "░░░███──", the line up to the 95 % quantile.
std::string
turnaround_bar(TurnaroundParts const& parts, double longest, std::size_t width, bool utf8);

/// "░ wait, █ run, ─ up to 95 %"
std::string turnaround_legend(bool utf8);

}  // namespace clustersim
