// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"
#include "sim/core/result.hpp"
#include "sim/core/time.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// A sweep to be computed on a machine.
struct SweepPlanQuestion {
    std::size_t points = 0;
    Duration core_time{};  ///< of all points together, on one core
    std::string system;
    std::string partition;  ///< empty: one without accelerators, if the machine has one
    std::int64_t replicates = 10;
    std::uint64_t seed = 1;
};

/// One width of the job array. Each task has one node.
struct ArrayWidth {
    int tasks = 1;
    Duration run_time{};  ///< of a task
    Seconds walltime{};   ///< to request: half more than the run time, in steps of 15 min
    RunAnswer answer;     ///< of the array in the queue of the machine, its only outcome

    [[nodiscard]] JobOutcome const& outcome() const { return answer.outcomes.front(); }
    /// From the submission to the end of the last task, in s; nothing if it does not always end.
    [[nodiscard]] std::optional<double> end() const;
    [[nodiscard]] std::optional<double> end_low() const;
    [[nodiscard]] std::optional<double> end_high() const;
};

struct SweepPlan {
    int cores = 1;  ///< of a node, for jobs
    std::vector<ArrayWidth> widths;
    std::size_t best = 0;  ///< the one that ends first; of equal ones, the narrowest
    std::vector<ImpossibleRun> impossible;
    Diagnostics warnings;
    bool complete = true;
};

/// Simulates job arrays of 1, 2, 4, … tasks in the queue of the machine under its usual background load. A task takes its
/// share of the core time over the cores of its node; the cores are taken to be as fast as those that were measured.
/// Errors: an unknown machine or partition; no width is possible.
Result<SweepPlan> plan_sweep(SweepPlanQuestion const& question, RunOptions const& options);

}  // namespace clustersim
