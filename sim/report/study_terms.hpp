// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// The value that all runs have in common; nothing if they differ or there are no runs.
template <class Of>
auto shared_by_all(std::vector<RunAnswer> const& runs, Of of)
    -> std::optional<decltype(of(runs.front()))> {
    if (runs.empty()) return std::nullopt;
    auto const first = of(runs.front());
    if (!std::ranges::all_of(runs, [&](RunAnswer const& run) { return of(run) == first; }))
        return std::nullopt;
    return first;
}

/// A column that distinguishes the runs.
struct RunColumn {
    std::string title;
    std::function<std::string(RunAnswer const&)> cell;
};

/// The swept keys except node counts, which always have a column; in addition machine and partition if they differ
/// without being swept.
std::vector<RunColumn> varying_columns(Study const& study);

/// Title, machine and background load that all runs share, one line each. Values that differ have a column.
std::string study_heading(Study const& study);

/// One line saying that the run was interrupted and how many replicates its answer uses; empty if it is complete.
std::string incomplete_note(Study const& study);

/// Replicates of the run that has the fewest; an incomplete answer may have none.
std::size_t fewest_replicates(Study const& study);

/// The parts of the background load that all runs share, in one sentence.
std::string queue_sentence(Study const& study);

/// The replicates, seed and scheduler that all runs share, and the meaning of the range of a wait.
std::string terms_sentence(Study const& study);

}  // namespace clustersim
