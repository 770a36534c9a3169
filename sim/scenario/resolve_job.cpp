// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolve_job.hpp"

#include "models/application/platform.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/site_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace clustersim {
namespace {

/// What makes the job impossible on this partition whatever the queue, or nothing.
Diagnostics impossible(JobSpec const& spec, Partition const& partition, NodeType const& type) {
    Diagnostics problems;
    auto const refuse = [&](std::string_view key, std::string message) -> Diagnostic& {
        return problems.add(problem_at(place_of(spec, key),
                                       Code::never_fits,
                                       fmt::format("job \"{}\" {}", spec.name, message)));
    };
    if (spec.nodes > partition.nodes) {
        refuse("nodes", fmt::format("asks for {} nodes", spec.nodes)).expected =
            fmt::format("at most the {} nodes of partition {}", partition.nodes, partition.name);
    }
    if (spec.gpus && type.gpus == 0) {
        refuse("gpus", fmt::format("asks for GPUs, and partition {} has none", partition.name));
    } else if (spec.gpus && *spec.gpus > type.gpus) {
        refuse("gpus", fmt::format("asks for {} GPUs of one node", *spec.gpus)).expected =
            fmt::format("at most {}, and `nodes` for more", type.gpus);
    } else if (spec.gpus && *spec.gpus < type.gpus && spec.nodes > 1) {
        refuse("gpus", "asks for several nodes and a part of each").expected =
            "either a part of one node or whole nodes";
    }
    return problems;
}

/// The walltime somebody would ask for who trusts the prediction: a quarter more than its upper end,
/// in half hours, but no more than the site allows.
Seconds default_walltime(Estimate<Duration> const& runtime, std::optional<Seconds> most) {
    constexpr double half_hour = 1800.0;
    double const wanted = std::ceil(runtime.high.si() * 1.25 / half_hour) * half_hour;
    Seconds const walltime = round_up(seconds(wanted));
    return most && walltime > *most && round_up(runtime.value) <= *most ? *most : walltime;
}

Result<Platform> platform_for(JobSpec const& spec, ResolvedRun const& run) {
    auto platform = platform_of(run.system->system, *run.partition);
    if (platform && spec.gpus) {
        // A part of a node: the job sees only its own devices and their ports.
        platform->node.gpus = *spec.gpus;
        platform->node.nic.nic_of_gpu.resize(std::min<std::size_t>(
            platform->node.nic.nic_of_gpu.size(), static_cast<std::size_t>(*spec.gpus)));
    }
    return platform;
}

NodeShare share_of(JobSpec const& spec, NodeType const& type) {
    NodeShare share = whole_nodes(type, spec.nodes);
    if (!spec.gpus || *spec.gpus == type.gpus) return share;
    double const part = static_cast<double>(*spec.gpus) / type.gpus;
    share.devices = *spec.gpus;
    share.cores = static_cast<int>(std::ceil(part * type.cores));
    share.memory = share.memory * part;
    return share;
}

void warn_timeout(ResolvedRun& run,
                  JobSpec const& spec,
                  JobOutcome const& answer,
                  Duration predicted) {
    Diagnostic d = problem_at(
        place_of(spec, "walltime"),
        Code::over_limit,
        fmt::format("job \"{}\" would be killed: it is predicted to run {} and asks for {}",
                    spec.name,
                    human(predicted),
                    human(answer.walltime.duration())));
    d.severity = Severity::warning;
    d.help = "ask for more, or run fewer steps and continue from a checkpoint";
    run.warnings.add(std::move(d));
}

/// The limits under which the site admits the job, or why it does not.
Result<Limits>
admitted_limits(ResolvedRun& run, JobSpec const& spec, LimitedRequest const& request) {
    if (!run.scenario.site_limits) return Limits{};
    auto const qos = choose_qos(*run.partition, run.scenario.qos, request, spec, run.warnings);
    if (!qos) return failure(qos.error());
    return limits_under(*run.partition, *qos);
}

/// Cost and energy of the time that the job holds its nodes.
void add_costs(JobOutcome& answer, NodeShare const& share, ResolvedRun const& run) {
    answer.bill = bill_of(*run.partition, *run.node_type, share, answer.runtime.value);
    NodePower power = node_power(run.system->system, *run.node_type);
    if (run.node_type->gpus > 0 && share.devices < run.node_type->gpus) {
        // The rest of a shared node is somebody else's.
        double const part = static_cast<double>(share.devices) / run.node_type->gpus;
        power.base = power.base * part;
        power.devices = share.devices;
    }
    double const utilisation = answer.training ? answer.training->step.utilisation() : 1.0;
    answer.energy = energy_of(power, answer.nodes, answer.runtime.value, utilisation);
}

}  // namespace

PoolShape pool_shape(Partition const& partition, NodeType const& type) {
    return {partition.nodes, partition.exclusive || type.gpus == 0 ? 1 : type.gpus};
}

Result<ResolvedJob>
resolve_job(JobSpec const& spec, std::optional<Application> const& application, ResolvedRun& run) {
    Partition const& partition = *run.partition;
    NodeType const& type = *run.node_type;
    Diagnostics problems = impossible(spec, partition, type);
    if (problems.has_errors()) return failure(std::move(problems));

    int const gpus = spec.gpus.value_or(type.gpus) * spec.nodes;
    auto const limits = admitted_limits(run, spec, {spec.nodes, gpus, spec.walltime});
    if (!limits) return failure(limits.error());

    ResolvedJob job;
    job.spec = spec;
    JobOutcome& answer = job.answer;
    answer.job = spec.name;
    answer.nodes = spec.nodes;
    answer.gpus = gpus;
    if (application) {
        auto const platform = platform_for(spec, run);
        if (!platform) return failure(platform.error());
        auto prediction = predict_training(*application, *platform, spec);
        if (!prediction) return failure(prediction.error());
        answer.runtime = prediction->runtime;
        answer.training = std::move(*prediction);
    } else {
        Duration const known = std::get<FixedWork>(spec.work).runtime;
        answer.runtime = {known, known, known};
    }
    Duration const predicted = answer.runtime.value;
    answer.walltime = spec.walltime.value_or(default_walltime(answer.runtime, limits->max_time));
    if (!spec.walltime) {
        auto const admitted = admitted_limits(run, spec, {spec.nodes, gpus, answer.walltime});
        if (!admitted) return failure(admitted.error());
    }
    Duration const limit = answer.walltime.duration();
    answer.times_out = predicted > limit;
    if (answer.times_out) warn_timeout(run, spec, answer, predicted);
    answer.runtime = {std::min(predicted, limit),
                      std::min(answer.runtime.low, limit),
                      std::min(answer.runtime.high, limit)};

    PoolShape const shape = pool_shape(partition, type);
    job.request.nodes = spec.nodes;
    job.request.units = shape.units_per_node == 1 ? 1 : spec.gpus.value_or(type.gpus);
    job.request.requested = answer.walltime;
    job.request.run = round_up(answer.runtime.value);
    add_costs(answer, share_of(spec, type), run);
    return job;
}

}  // namespace clustersim
