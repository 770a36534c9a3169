// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// What is the same in all runs; nothing where it differs, or without runs.
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

/// The swept keys, but for node counts, which have a column anyway; and machine and partition where they
/// differ without being swept themselves.
std::vector<RunColumn> varying_columns(Study const& study);

/// Title, machine and background load, a line each: what all runs share. What differs is a column.
std::string study_heading(Study const& study);

/// That the run was interrupted and on how many replicates its answer rests, in one line; empty when it
/// is complete.
std::string incomplete_note(Study const& study);

/// The background load as far as all runs share it, in one sentence.
std::string queue_sentence(Study const& study);

/// Replicates, seed and scheduler as far as all runs share them, and what the range of a wait is.
std::string terms_sentence(Study const& study);

}  // namespace clustersim
