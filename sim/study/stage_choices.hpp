// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/compare.hpp"
#include "sim/study/project.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/stored_data.hpp"
#include "sim/study/study.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// An amount that the models predict, and its upper end by their stated uncertainty.
struct Upto {
    double value = 0.0;
    double high = 0.0;
};

/// One way to run a stage: a machine and a number of nodes. Amounts are those of one run.
struct StageChoice {
    std::size_t stage = 0;  ///< position in the project
    std::string system;
    int nodes = 0;
    RunAnswer answer;  ///< of the job, its only outcome
    Upto node_hours;
    Upto gpu_hours;
    Upto billed;        ///< in the unit of its partition
    StoredData stored;  ///< on the file systems of the machine

    [[nodiscard]] JobOutcome const& outcome() const { return answer.outcomes.front(); }
};

/// All ways to run the stages of a project.
struct StageChoices {
    std::vector<StageChoice> choices;       ///< by stage, machine, nodes
    std::vector<ImpossibleRun> impossible;  ///< `variant` begins with the stage
    Diagnostics warnings;
    bool complete = true;
    bool waits_decide = false;  ///< the user gave evidence of them
};

/// The runs of all stages on all machines, ready to simulate.
struct StageRuns {
    std::vector<ResolvedRun> runs;
    std::vector<std::size_t> stage;         ///< of each run: its position in the project
    std::vector<ImpossibleRun> impossible;  ///< `variant` begins with the stage
};

/// Resolves each stage on each machine and number of nodes. Errors: those of the scenarios.
Result<StageRuns> resolve_stages(Project const& project, Library const& library);

/// Simulates the runs; all stages of a machine are tried in the same queues. A run that never starts is
/// impossible.
StageChoices stage_choices(Project const& project, StageRuns runs, RunOptions const& options);

}  // namespace clustersim
