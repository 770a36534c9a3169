// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/admission.hpp"

#include "sim/scenario/named_inputs.hpp"
#include "sim/slurm/read/machine/machine_qos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// The walltime that a user who trusts the prediction would request: its upper end plus a quarter, in half hours, but
/// no more than the site allows.
Seconds default_walltime(Estimate<Duration> const& runtime, std::optional<Seconds> most) {
    constexpr double half_hour = 1800.0;
    double const wanted = std::ceil(runtime.high.si() * 1.25 / half_hour) * half_hour;
    Seconds const walltime = round_up(seconds(wanted));
    return most && walltime > *most && round_up(runtime.value) <= *most ? *most : walltime;
}

/// Sets the requested walltime.
Result<void> add_walltime(JobPrediction& prediction,
                          JobSpec const& spec,
                          std::optional<Seconds> most,
                          Partition const& partition) {
    prediction.walltime = spec.walltime.value_or(default_walltime(prediction.runtime, most));
    // A job that resumes from checkpoints requests the longest walltime allowed.
    if (spec.checkpoint && !spec.walltime && most)
        prediction.walltime = std::min(prediction.walltime, *most);
    if (!spec.default_walltime) return {};
    if (!partition.default_time && !most) {
        return failure(problem_at(
            place_of(spec, "walltime"),
            Code::inconsistent,
            fmt::format("partition {} has no default walltime and no limit to use instead",
                        partition.name)));
    }
    prediction.walltime = partition.default_time ? *partition.default_time : *most;
    return {};
}

}  // namespace

Result<Admission> admission_of(ResolvedRun const& run,
                               JobSpec const& spec,
                               LimitedRequest const& request,
                               std::optional<Seconds> chained) {
    if (!run.scenario.site_limits) return Admission{{}, campaign_qos, {}, {}};
    auto const chosen =
        chained ? choose_longest_qos(*run.partition, run.scenario.qos, request, *chained, spec)
                : choose_qos(*run.partition, run.scenario.qos, request, spec);
    if (!chosen)
        return failure(at_key(chosen.error(), spec.qos ? spec.place : run.variant.document, "qos"));
    Qos const* qos = chosen->qos;
    Admission admission{limits_under(*run.partition, qos), {}, {}, chosen->why};
    if (qos != nullptr) admission.qos_name = qos->name;
    if (run.slurm != nullptr) {
        std::vector<AdmittingQos> const& known = run.slurm->place.qos;
        auto const found = qos == nullptr
                               ? known.begin()
                               : std::ranges::find(known, qos->name, &AdmittingQos::name);
        admission.qos = found->slurm_name;
    }
    return admission;
}

Result<Admission> settle_walltime(ResolvedJob& job, ResolvedRun const& run, Admission admission) {
    JobSpec const& spec = job.spec;
    JobPrediction& prediction = job.prediction;
    LimitedRequest request{spec.nodes, prediction.gpus, spec.walltime};
    Seconds const wanted = default_walltime(prediction.runtime, admission.limits.max_time);
    bool const chained = spec.checkpoint && !spec.walltime && !spec.default_walltime &&
                         admission.limits.max_time && wanted > *admission.limits.max_time;
    if (chained) {
        auto longest = admission_of(run, spec, request, wanted);
        if (!longest) return longest;
        admission = std::move(*longest);
    }
    if (auto set = add_walltime(prediction, spec, admission.limits.max_time, *run.partition); !set)
        return failure(set.error());
    if (spec.walltime || chained) return admission;
    request.walltime = prediction.walltime;
    return admission_of(run, spec, request);
}

}  // namespace clustersim
