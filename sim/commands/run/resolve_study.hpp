// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/run/exercise.hpp"
#include "sim/scenario/resolved_run.hpp"
#include "sim/study/compare.hpp"
#include "sim/study/expectation.hpp"

#include <optional>
#include <vector>

namespace clustersim {

/// A scenario ready to run, and what it expects of its answers.
struct ResolvedStudy {
    std::vector<ResolvedRun> runs;
    std::vector<Expectation> expectations;
    std::optional<Exercise> exercise;
    std::vector<ImpossibleRun> impossible;  ///< variants that their machine cannot run

    /// The warnings of all runs, each once.
    [[nodiscard]] Diagnostics warnings() const;
};

/// Resolves every variant and reads the expectations and the exercise, reporting all problems in the order of
/// the file. `variants` are those of one scenario, at least one.
Result<ResolvedStudy> resolve_study(std::vector<Variant> const& variants, Library const& library);

/// The same, but a variant that its machine cannot run is noted if another one can be.
Result<ResolvedStudy> resolve_possible(std::vector<Variant> const& variants,
                                       Library const& library);

}  // namespace clustersim
