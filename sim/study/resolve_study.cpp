// SPDX-License-Identifier: Apache-2.0
#include "sim/study/resolve_study.hpp"

#include <utility>

namespace clustersim {

Result<ResolvedStudy> resolve_study(std::vector<Variant> const& variants, Library const& library) {
    auto expectations = read_expectations(variants.front().document);
    auto exercise = read_exercise(variants.front().document);
    auto runs = resolve_all(variants, library);
    Diagnostics problems;
    if (!runs) problems.append_unsaid(runs.error());
    if (!expectations) problems.append_unsaid(expectations.error());
    if (!exercise) problems.append_unsaid(exercise.error());
    if (problems.has_errors()) {
        problems.sort_by_place();
        return failure(std::move(problems));
    }
    return ResolvedStudy{std::move(*runs), std::move(*expectations), std::move(*exercise)};
}

}  // namespace clustersim
