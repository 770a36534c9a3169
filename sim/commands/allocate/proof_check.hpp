// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/commands/allocate/scaling_proof.hpp"

namespace clustersim {

/// Predicts the table of a proof of scaling for the largest stage that needs one, and holds it against the rule.
void check_proof(ScalingProof const& rule,
                 PlannedProject const& one,
                 ScalingOf const& scaling,
                 RuleCheck& out);

}  // namespace clustersim
