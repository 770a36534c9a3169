// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/submission_form_check.hpp"

#include "sim/slurm/request/array_text.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

/// Keys that only Slurm supports, and what they ask for.
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> only_under_slurm{
    {{"array", "job arrays"},
     {"after", "conditions on other jobs"},
     {"singleton", "jobs that run one at a time"}}};

Diagnostics refused_by_policy(JobSpec const& spec, std::string const& policy) {
    Diagnostics problems;
    for (auto const& [key, what] : only_under_slurm) {
        if (spec.place.find(key) == nullptr) continue;
        problems
            .add(problem_at(place_of(spec, key),
                            Code::inconsistent,
                            fmt::format("`scheduler: {}` does not support {}", policy, what)))
            .help = "use `scheduler: slurm`";
    }
    return problems;
}

}  // namespace

Diagnostics refused_submission(JobSpec const& spec, ResolvedRun const& run) {
    if (run.slurm == nullptr) return refused_by_policy(spec, run.scenario.scheduler);
    Diagnostics problems;
    std::int64_t const size = run.slurm->site->settings.max_array_size;
    if (!spec.form.array.empty() && !slurm::parse_array(spec.form.array, size)) {
        problems
            .add(problem_at(place_of(spec, "array"),
                            Code::over_limit,
                            fmt::format("job \"{}\" has array indices that Slurm refuses on {}",
                                        spec.name,
                                        run.system->system.name)))
            .expected = fmt::format("indices below {} (MaxArraySize)", size);
    }
    return problems;
}

}  // namespace clustersim
