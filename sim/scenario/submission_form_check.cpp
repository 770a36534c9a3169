// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/submission_form_check.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace clustersim {
namespace {

constexpr std::array<std::string_view, 15> slurm_keys{"array",
                                                      "after",
                                                      "singleton",
                                                      "cores",
                                                      "memory",
                                                      "tmp",
                                                      "exclusive",
                                                      "time-min",
                                                      "begin",
                                                      "nice",
                                                      "features",
                                                      "reservation",
                                                      "partitions",
                                                      "requeue",
                                                      "signal"};

Diagnostics options_beyond_policy(JobSpec const& spec, std::string const& policy) {
    Diagnostics problems;
    for (std::string_view const key : slurm_keys) {
        if (spec.place.find(key) == nullptr) continue;
        problems
            .add(problem_at(place_of(spec, key),
                            Code::inconsistent,
                            fmt::format("`scheduler: {}` does not support `{}`", policy, key)))
            .help = "use `scheduler: slurm`";
    }
    return problems;
}

}  // namespace

Diagnostics refused_submission(JobSpec const& spec, ResolvedRun const& run) {
    if (run.slurm == nullptr) return options_beyond_policy(spec, run.scenario.scheduler);
    Diagnostics problems;
    std::int64_t const size = run.slurm->site->settings.max_array_size;
    if (spec.form.array.least_size > size) {
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
