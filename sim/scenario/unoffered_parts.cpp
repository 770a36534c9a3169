// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/unoffered_parts.hpp"

#include "models/application/unoffered.hpp"
#include "sim/scenario/plan_keys.hpp"

#include <utility>

namespace clustersim {

Diagnostics unoffered_parts(JobSpec const& job, Application const& application) {
    Diagnostics problems;
    auto const* work = std::get_if<TrainingWork>(&job.work);
    if (work == nullptr) return problems;
    for (UnofferedPart& one : unoffered(work->plan, application)) {
        Diagnostic d = problem_at(place_in(job, "training", training_key(one.part)),
                                  one.problem.code,
                                  std::move(one.problem.message));
        d.help = std::move(one.problem.help);
        problems.add(std::move(d));
    }
    return problems;
}

}  // namespace clustersim
