// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_site_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {

JobSpec as_submitted(JobSpec const& spec, Partition const& partition, Diagnostics& notes) {
    if (!partition.fixed) return spec;
    JobSpec given = spec;
    given.nodes = 1;
    given.gpus = partition.fixed->gpus;
    if (spec.nodes == given.nodes && spec.gpus == given.gpus) return given;
    Diagnostic d = problem_at(
        place_of(spec, spec.gpus ? "gpus" : "nodes"),
        Code::over_limit,
        fmt::format(
            "job \"{}\" gets {} accelerator and {} cores, as every job of partition {} does",
            spec.name,
            partition.fixed->gpus,
            partition.fixed->cores,
            partition.name));
    d.severity = Severity::warning;
    notes.add(std::move(d));
    return given;
}

Watts device_draw(NodePower const& power, double utilisation, std::optional<Watts> known) {
    return known.value_or(power.device_idle +
                          (power.device_training - power.device_idle) * utilisation);
}

std::optional<Duration>
idle_end_of(SiteRules const& rules, JobSpec const& spec, Partition const& partition, Watts draw) {
    if (!rules.idle_end || draw >= rules.idle_end->below) return std::nullopt;
    if (spec.interactive && rules.idle_end->spares_interactive) return std::nullopt;
    if (!partition.reservation.empty() && rules.idle_end->spares_reservations) return std::nullopt;
    return rules.idle_end->after.duration();
}

std::optional<Diagnostic>
refused_extension(System const& system, JobSpec const& spec, bool under_slurm) {
    if (!spec.extended_time) return std::nullopt;
    ConfigNode const& place = place_of(spec, "extended-time");
    if (!system.rules.extends_time) {
        return problem_at(place,
                          Code::over_limit,
                          fmt::format("{} does not let users extend a running job", system.title));
    }
    if (!under_slurm) {
        return problem_at(
            place, Code::inconsistent, "only `scheduler: slurm` can extend a running job");
    }
    return std::nullopt;
}

std::int64_t
quota_nice(MonthlyQuota const& rule, double used, slurm::PrioritySettings const& weights) {
    double most = weights.weight_age + weights.weight_assoc + weights.weight_fairshare +
                  weights.weight_job_size + weights.weight_partition + weights.weight_qos;
    for (auto const& [position, weight] : weights.weight_tres) most += weight;
    double const range = rule.lowest_from - rule.falls_from;
    double const fallen =
        used >= rule.lowest_from ? 1.0 : std::max(0.0, (used - rule.falls_from) / range);
    return static_cast<std::int64_t>(std::ceil(most * fallen));
}

}  // namespace clustersim
