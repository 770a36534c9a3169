// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/project.hpp"
#include "sim/study/stage_choices.hpp"

#include <cstdint>
#include <vector>

namespace clustersim {

/// Sampled times of a stage from its first submission to the end of its last run, in s, one for each sampled project.
///
/// A sample draws a wait for each run from those of the replicates, and one factor on the run times of the whole stage
/// from a distribution with the models' stated range as its 5 and 95 % quantiles: what the models get wrong, they get wrong in all runs.
/// Runs that are submitted at once end with the last of them; the waits of runs are taken to be independent. For a run
/// over several submissions, calendar times are interpolated between the 5, 50 and 95 % quantiles of its forecast.
std::vector<double> stage_times(Stage const& stage, StageChoice const& choice, std::uint64_t seed);

/// The same times as if no run waited: those of the models alone.
std::vector<double>
stage_run_times(Stage const& stage, StageChoice const& choice, std::uint64_t seed);

/// Number of sampled projects.
constexpr std::size_t sampled_projects = 400;

}  // namespace clustersim
