// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/run/resolve_study.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/job_fabrics.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study.hpp"
#include "sim/study/study_question.hpp"

#include <vector>

namespace clustersim {

/// When do the jobs of a scenario start, how fast do they run, what do they cost?
struct RunQuestion {
    StudyQuestion study;
    bool pictures = false;  ///< also what only pictures show
};

struct ScenarioAnswer {
    Study study;
    ResolvedStudy asked;             ///< its runs are those of the study
    std::vector<JobFabric> fabrics;  ///< if pictures are asked for
    /// Conditions of `expect:` that a complete answer does not meet. None of an exercise, which is graded by `check --run`: its first answer shows an
    /// effect and is no mistake.
    Diagnostics unmet;
};

/// The scenario, ready to run.
Result<ResolvedStudy> resolve_run(RunQuestion const& question, Library const& library);

/// The same with the warm-up of every queue, which may have to be simulated: a result names it, so that its queue can be
/// simulated again without another search.
Result<ResolvedStudy> prepare_run(RunQuestion const& question, RunOptions const& options);

/// Simulates the prepared scenario. The problems are warnings; the study is incomplete if interrupted.
Answered<ScenarioAnswer>
run_scenario(RunQuestion const& question, ResolvedStudy prepared, RunOptions const& options);

}  // namespace clustersim
