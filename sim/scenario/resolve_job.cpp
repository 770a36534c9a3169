// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/resolve_job.hpp"

#include "models/application/platform.hpp"
#include "models/machine/node_part.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/admission.hpp"
#include "sim/scenario/job_costs.hpp"
#include "sim/scenario/job_share.hpp"
#include "sim/scenario/job_site_rules.hpp"
#include "sim/scenario/job_submission.hpp"
#include "sim/scenario/long_run.hpp"
#include "sim/scenario/memory_warning.hpp"
#include "sim/scenario/other_partitions.hpp"
#include "sim/scenario/pilot_place.hpp"
#include "sim/scenario/resource_form_check.hpp"
#include "sim/scenario/sbatch_job.hpp"
#include "sim/scenario/submission_form_check.hpp"
#include "sim/scenario/training_batch.hpp"
#include "sim/scenario/unoffered_parts.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// Why the job is impossible on this partition in any queue, or nothing.
Diagnostics impossible(JobSpec const& spec, ResolvedRun const& run) {
    Partition const& partition = *run.partition;
    NodeType const& type = *run.node_type;
    int const nodes = run.place.partition_nodes;
    Diagnostics problems;
    auto const refuse = [&](std::string_view key, std::string message) -> Diagnostic& {
        return problems.add(problem_at(place_of(spec, key),
                                       Code::never_fits,
                                       fmt::format("job \"{}\" {}", spec.name, message)));
    };
    if (spec.nodes > nodes) {
        refuse("nodes", fmt::format("requests {} nodes", spec.nodes)).expected =
            fmt::format("at most the {} nodes of partition {}", nodes, partition.name);
    }
    if (spec.gpus && type.gpus == 0) {
        refuse("gpus", fmt::format("requests GPUs, but partition {} has none", partition.name));
    } else if (spec.gpus && *spec.gpus > type.gpus) {
        refuse("gpus", fmt::format("requests {} GPUs of each node", *spec.gpus)).expected =
            fmt::format("at most {}; without `nodes`, `gpus` are of the whole job", type.gpus);
    }
    return problems;
}

Result<Platform> platform_for(JobSpec const& spec, ResolvedRun const& run) {
    auto platform = platform_of(run.system->system, *run.partition);
    if (platform && spec.gpus) platform->node = part_of_node(std::move(platform->node), *spec.gpus);
    return platform;
}

void warn_timeout(ResolvedRun& run,
                  JobSpec const& spec,
                  JobPrediction const& prediction,
                  Duration predicted) {
    Diagnostic d = problem_at(
        place_of(spec, "walltime"),
        Code::over_limit,
        fmt::format("job \"{}\" would be killed: its predicted run time is {}, but it requests {}",
                    spec.name,
                    human(predicted),
                    human(prediction.walltime.duration())));
    d.severity = Severity::warning;
    d.help = "request more walltime, or run fewer steps and continue from a checkpoint";
    run.warnings.add(std::move(d));
}

void warn_idle(ResolvedRun& run, JobSpec const& spec, Watts draw, Duration end) {
    Diagnostic d = problem_at(
        spec.place,
        Code::over_limit,
        fmt::format("job \"{}\" would be ended after {}: its accelerators draw {:.0f} W each, and "
                    "the site ends jobs below {:.0f} W",
                    spec.name,
                    human(end),
                    draw.si(),
                    run.system->system.rules.idle_end->below.si()));
    d.severity = Severity::warning;
    run.warnings.add(std::move(d));
}

/// PlacedTraining::number for the queue of the run.
std::vector<std::int32_t> numbers_in_queue(ResolvedRun const& run) {
    if (run.slurm == nullptr) return {};
    std::vector<std::int32_t> numbers(run.slurm->site->nodes.size(), -1);
    std::int32_t next = 0;
    NodeLayout const layout(run.system->system, *run.slurm->site);
    for (std::int32_t const node : layout.nodes_of(*run.partition))
        numbers[static_cast<std::size_t>(node)] = next++;
    return numbers;
}

/// The run time of an application that is not trained, on any nodes of the partition.
Result<void> add_generic_runtime(ResolvedJob& job, GenericSetup const& setup, ResolvedRun& run) {
    auto const platform = generic_platform(run.system->system, *run.partition, job.spec.gpus);
    if (!platform) return failure(platform.error());
    auto predicted = predict_generic(setup, *platform, job.spec);
    if (!predicted) return failure(predicted.error());
    job.prediction.runtime = predicted->runtime;
    run.warnings.append_unsaid(generic_warnings(
        job.spec, *predicted, *platform, run.scenario.network != NetworkDetail::closed));
    job.prediction.generic = std::move(*predicted);
    return add_long_run(job, std::nullopt, run);
}

/// Predicts the run time, or uses the given one.
Result<void> add_runtime(ResolvedJob& job, JobModel const& model, ResolvedRun& run) {
    JobSpec const& spec = job.spec;
    JobPrediction& prediction = job.prediction;
    if (model.generic) return add_generic_runtime(job, *model.generic, run);
    std::optional<Application> const& application = model.training;
    if (!application) {
        Duration const known = std::get<FixedWork>(spec.work).runtime;
        prediction.runtime = {known, known, known};
        return add_long_run(job, application, run);
    }
    auto const platform = platform_for(spec, run);
    if (!platform) return failure(platform.error());
    auto training =
        predict_training(*application, *platform, spec, uncertain_numbers(*run.system, *platform));
    if (!training) return failure(training.error());
    prediction.runtime = training->runtime;
    prediction.training = *training;
    if (auto warning = memory_warning(spec, training->step.memory))
        run.warnings.add(std::move(*warning));
    if (auto added = add_long_run(job, application, run); !added) return added;
    auto const& work = std::get<TrainingWork>(spec.work);
    // With checkpoints, the first submission ends where the campaign plan splits the run. The plan assumes a typical
    // placement.
    if (spec.nodes > 1 || work.noise.any()) {
        (spec.checkpoint ? job.typical : job.training) = std::make_shared<PlacedTraining const>(
            PlacedTraining{.setup = {*application, *platform, training->plan},
                           .work = work,
                           .typical = *training,
                           .beside = prediction.runtime.value - training->runtime.value,
                           .network = run.scenario.network,
                           .fabric = run.fabric,
                           .places = run.partition->places,
                           .number = numbers_in_queue(run)});
    }
    return {};
}

/// Whether a job with a given run time ends by itself at a signal before its limit; then its run time is shortened, with
/// a warning.
bool end_at_signal(JobPrediction& prediction, JobSpec const& spec, ResolvedRun& run) {
    if (!spec.resources.signal || prediction.campaign) return false;
    Duration const end = (prediction.walltime - *spec.resources.signal).duration();
    Duration const predicted = prediction.runtime.value;
    if (predicted <= end) return false;
    Diagnostic d = problem_at(place_of(spec, "signal"),
                              Code::over_limit,
                              fmt::format("job \"{}\" would end at its signal after {}: its run "
                                          "time is {}, and it requests {}",
                                          spec.name,
                                          human(end),
                                          human(predicted),
                                          human(prediction.walltime.duration())));
    d.severity = Severity::warning;
    run.warnings.add(std::move(d));
    prediction.runtime = {end, end, end};
    return true;
}

/// Shortens the run time if the limit or the site ends the job, with a warning.
void cut_runtime(JobPrediction& prediction,
                 JobSpec const& spec,
                 ResolvedRun& run,
                 double utilisation) {
    Duration end = (prediction.walltime + spec.extended_time.value_or(Seconds{})).duration();
    Duration const predicted = prediction.runtime.value;
    if (end_at_signal(prediction, spec, run)) return;
    NodePower const power = node_power(run.system->system, *run.node_type);
    auto const* fixed = std::get_if<FixedWork>(&spec.work);
    Watts const draw = device_draw(
        power, utilisation, fixed != nullptr ? fixed->gpu_power : std::optional<Watts>{});
    auto const idle = power.devices > 0
                          ? idle_end_of(run.system->system.rules, spec, *run.partition, draw)
                          : std::nullopt;
    if (idle && *idle < std::min(predicted, end)) {
        prediction.ends_idle = true;
        end = *idle;
        warn_idle(run, spec, draw, end);
    }
    prediction.times_out = !prediction.ends_idle && predicted > end;
    if (prediction.times_out) warn_timeout(run, spec, prediction, predicted);
    prediction.runtime = {std::min(predicted, end),
                          std::min(prediction.runtime.low, end),
                          std::min(prediction.runtime.high, end)};
}

/// A limit on switches that the run's scheduler does not know.
std::optional<Diagnostic> ignored_switches(JobSpec const& spec, ResolvedRun const& run) {
    bool const knows = run.slurm != nullptr ? run.slurm->site->settings.select.topology !=
                                                  slurm::TopologyPlugin::none
                                            : run.scenario.topology != SlurmTopology::none;
    if (!spec.switches || knows) return std::nullopt;
    Diagnostic d = problem_at(
        place_of(spec, "switches"), Code::inconsistent, "this scheduler ignores switches");
    d.help = "use `scheduler: slurm` and a `topology`";
    return d;
}

}  // namespace

Result<ResolvedJob> resolve_job(JobSpec const& wanted, JobModel const& model, ResolvedRun& run) {
    if (wanted.sbatch != nullptr) return resolve_sbatch_job(wanted, run);
    Partition const& partition = *run.partition;
    NodeType const& type = *run.node_type;
    auto const spread = spread_over_nodes(wanted, run);
    if (!spread) return failure(spread.error());
    JobSpec const spec = as_submitted(*spread, partition, run.warnings);
    Diagnostics problems = impossible(spec, run);
    problems.append(refused_resources(spec, run));
    if (auto refused =
            refused_extension(run.system->system, spec, run.scenario.scheduler == "slurm"))
        problems.add(std::move(*refused));
    problems.append(refused_submission(spec, run));
    problems.append(refused_partitions(spec, run));
    if (auto ignored = ignored_switches(spec, run)) problems.add(std::move(*ignored));
    if (model.training) problems.append(unoffered_parts(spec, *model.training));
    if (model.training && partition.purpose == Purpose::quantum)
        problems.add(
            problem(Code::never_fits,
                    fmt::format("partition {} hands circuits to a quantum computer; nothing "
                                "is trained there",
                                partition.name)));
    if (problems.has_errors()) return failure(std::move(problems));
    run.warnings.append_unsaid(problems);

    int const gpus = devices_per_node(spec, type) * spec.nodes;
    auto admission = admission_of(run, spec, {spec.nodes, gpus, spec.walltime});
    if (!admission) return failure(admission.error());

    ResolvedJob job;
    job.spec = spec;
    job.application = model.document;
    JobPrediction& prediction = job.prediction;
    prediction.job = spec.name;
    prediction.tasks = spec.form.tasks();
    // If a task waited for the limit of its array, Slurm does not record when it became eligible
    // again.
    prediction.may_be_ineligible = spec.form.array.limit == 0 &&
                                   (spec.form.waits_for_jobs() || spec.resources.begin > Seconds{});
    prediction.nodes = spec.nodes;
    prediction.gpus = gpus;
    if (auto ran = add_runtime(job, model, run); !ran) return failure(ran.error());
    if (prediction.training) {
        run.warnings.append_unsaid(
            batch_warnings(spec, *model.training, prediction.training->plan));
        run.warnings.append_unsaid(plan_warnings(spec, *model.training, prediction.training->plan));
    }
    if (model.training)
        run.warnings.append_unsaid(pilot_warnings(spec, *model.training, run.system->system.name));
    admission = settle_walltime(job, run, std::move(*admission));
    if (!admission) return failure(admission.error());
    if (auto times = refused_times(prediction, spec); times.has_errors())
        return failure(std::move(times));
    job.qos = admission->qos_name;
    job.qos_choice = admission->qos_choice;
    if (auto cut = cut_campaign(prediction, spec); !cut) return failure(cut.error());
    Duration const predicted = prediction.runtime.value;
    double const utilisation =
        utilisation_of(spec, prediction, node_power(run.system->system, type));
    cut_runtime(prediction, spec, run, utilisation);
    // A job cancelled for idle GPUs is cancelled at the same time wherever it runs.
    if (prediction.ends_idle) job.training = nullptr;
    add_costs(prediction, job, run);
    run.warnings.append_unsaid(free_of_charge(prediction, spec));
    if (auto added = add_request(job, run, admission->qos, predicted); !added)
        return failure(added.error());
    return job;
}

}  // namespace clustersim
