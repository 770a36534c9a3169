// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/access_book.hpp"
#include "sim/commands/allocate/planned_project.hpp"
#include "sim/commands/allocate/scaling_proof.hpp"
#include "sim/study/project.hpp"
#include "sim/study/stage_choices.hpp"

namespace clustersim {

/// For each machine, the numbers of nodes that need the fewest node-hours and, if there is a deadline, end before it in
/// 19 of 20 sampled projects; if none does, those that end first. Assumed waits do not decide, only those with evidence. Stages follow each other in the order of the project.
/// Equation: request = (1 + reserve) x sum over stages of runs x upper end of the node-hours of a run.
/// Domain: runs of a stage take equally long; waits of different runs are independent.
/// `book` has the terms of access modes; `scaling` predicts the tables of proofs of scaling: without it they stay open.
Allocations allocate(Project const& project,
                     StageChoices const& choices,
                     Date start,
                     AccessBook const& book = {},
                     ScalingOf const& scaling = {});
/// The answer refers to its inputs, which must outlive it.
Allocations allocate(Project&& project,
                     StageChoices const& choices,
                     Date start,
                     AccessBook const& book = {},
                     ScalingOf const& scaling = {}) = delete;
Allocations allocate(Project const& project,
                     StageChoices&& choices,
                     Date start,
                     AccessBook const& book = {},
                     ScalingOf const& scaling = {}) = delete;

}  // namespace clustersim
