// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/history/fit/fit_habits.hpp"
#include "sim/history/fit/fit_request.hpp"
#include "sim/history/fit/read_log.hpp"
#include "sim/workload/batch_model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Which mix of batches describes the jobs of a log?
struct FitQuestion {
    LogQuestion log;
    std::string name;  ///< of the mix
    std::optional<std::int32_t> machine_size;
};

/// How well one size class is described.
struct ClassFit {
    std::size_t jobs = 0;
    std::size_t batches = 0;
    double run_ks = 0.0;
    double batch_ks = 0.0;  ///< of the number of jobs in a batch
};

struct FittedMix {
    std::string name;
    BatchModel model;
    std::vector<ClassFit> classes;   ///< of the model's classes
    double size_ks = 0.0;            ///< of the sizes of all jobs
    bool equal_days = false;         ///< the log covers less than four weeks: no days of the week
    double gap_ks = 0.0;             ///< of the gaps between batches, to exponential
    std::optional<HabitFit> habits;  ///< absent: the log names no users
    std::optional<RequestFit> request;  ///< absent: the log has no requested walltimes
    JobLog log;
};

/// Fits a mix of batches to a log. Errors: those of the log; fewer than 50 jobs; jobs of a single
/// batch; all problems at once.
Result<FittedMix> fit_mix(FitQuestion const& question);

/// The same for a log in memory.
Result<FittedMix> fit_log(JobLog log, std::string name, std::optional<std::int32_t> machine_size);

/// The mix as a file of workloads/mixes, with its sources and residuals.
std::string mix_yaml(FittedMix const& fit);

}  // namespace clustersim
