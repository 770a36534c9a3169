// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/access_book.hpp"
#include "sim/commands/allocate/planned_project.hpp"
#include "sim/study/answered.hpp"
#include "sim/study/project.hpp"
#include "sim/study/run_options.hpp"
#include "sim/study/stage_choices.hpp"
#include "sim/study/study_question.hpp"

#include <memory>
#include <string>

namespace clustersim {

/// What does a project have to ask for on each machine, and when does it end?
struct AllocationQuestion {
    StudyQuestion study;  ///< its file is a project
    Date today;           ///< the start of a project that does not state one
    std::string mode;     ///< the access mode to ask for, in place of the project's; empty: its own
};

/// A project whose stages are ready to simulate.
struct PreparedProject {
    Project project;
    Date start;
    StageRuns runs;
    AccessBook access;
};

/// A project and the simulated ways to run its stages, to which an answer refers.
struct SimulatedProject {
    Project project;
    StageChoices choices;
};

struct AllocationAnswer {
    std::shared_ptr<SimulatedProject const> simulated;
    Date start;
    Allocations found;  ///< no machines if interrupted
    /// Errors: no machine can run all stages, or the best one needs more than is granted.
    Diagnostics refused;

    [[nodiscard]] Project const& project() const { return simulated->project; }
    [[nodiscard]] bool complete() const { return simulated->choices.complete; }
};

/// Resolves the stages on all machines. Errors: those of the project and of its scenarios; a deadline that is not after the
/// start; an access mode that no machine offers to such a project, or that is too short for it.
Result<PreparedProject> prepare_project(AllocationQuestion const& question, Library const& library);

/// Simulates the stages and plans the project on each machine. The problems are warnings.
Answered<AllocationAnswer> allocate_project(PreparedProject prepared, RunOptions const& options);

}  // namespace clustersim
