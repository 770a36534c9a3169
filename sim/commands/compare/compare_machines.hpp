// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/answered.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/job_fabrics.hpp"
#include "sim/study/machine_queues.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/study.hpp"
#include "sim/study/study_question.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// Which machine suits the jobs of a scenario best?
struct CompareQuestion {
    StudyQuestion study;
    std::vector<std::string> systems{"all"};  ///< names or files; "all": the whole catalogue
    std::vector<int> nodes;  ///< of the job on every machine; empty: equal numbers of accelerators
    std::vector<int> gpus;   ///< of the whole job on every machine; not with `nodes`
    bool pictures = false;   ///< also what only pictures show
};

struct ComparisonAnswer {
    Study study;
    ComparedRuns asked;                ///< its runs are those of the study
    bool waits_decide = false;         ///< the user gave evidence of them
    std::vector<MachineQueue> queues;  ///< if pictures are asked for and the study is complete
    std::vector<JobFabric> fabrics;    ///< if pictures are asked for
};

/// The scenario on each machine, ready to run. Error if none of the machines can run any of its variants.
Result<ComparedRuns> prepare_comparison(CompareQuestion const& question, Library const& library);

/// Simulates the prepared runs. The problems are warnings; the study is incomplete if interrupted.
Answered<ComparisonAnswer>
compare_machines(CompareQuestion const& question, ComparedRuns prepared, RunOptions const& options);

}  // namespace clustersim
