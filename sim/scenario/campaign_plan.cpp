// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/campaign_plan.hpp"

#include "models/application/checkpoint_volume.hpp"
#include "models/failure/checkpoint.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/job_share.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// Bandwidth from a device to its host's memory if the machine file does not state it: PCIe 4 with sixteen lanes has
/// 32 GB/s, and copies reach half of that.
constexpr double host_copy_Bps = 16e9;
/// A run that needs more submissions than this makes too little progress to forecast.
constexpr double most_submissions = 10'000.0;

int devices_of(JobSpec const& job, NodeType const& type) {
    return devices_per_node(job, type);
}

Result<CheckpointVolume> volume_of(JobSpec const& job,
                                   NodeType const& type,
                                   Application const* application,
                                   Plan const* plan) {
    if (job.checkpoint->size) return even_volume(*job.checkpoint->size, job.nodes);
    if (application == nullptr) {
        Diagnostic d = problem_at(place_of(job, "checkpoint"),
                                  Code::missing_key,
                                  fmt::format("the checkpoint size of job \"{}\" is unknown: its "
                                              "run time is given, not its model",
                                              job.name));
        d.expected = "`size` in its `checkpoint`";
        return failure(std::move(d));
    }
    return checkpoint_volume(*application, *plan, devices_of(job, type));
}

/// The volume by the nodes that write it, if the job says so.
CheckpointVolume divided(CheckpointVolume const& volume, JobSpec const& job) {
    auto const& sharded = job.checkpoint->sharded;
    if (!sharded) return volume;
    return *sharded ? written_evenly(volume, job.nodes) : written_by_one(volume);
}

/// Share of the storage targets that the files of a checkpoint are on: a file has one stripe unless it is set.
double used_targets(JobSpec const& job, NodeType const& type, Store const& store) {
    auto const& sharded = job.checkpoint->sharded;
    if (!sharded) return 1.0;
    double const ranks = 1.0 * job.nodes * std::max(1, devices_of(job, type));
    return share_of_targets(store, *sharded ? ranks : 1.0, 1.0);
}

/// A copy that the memory of a node cannot hold beside the program.
std::optional<Diagnostic>
too_large_copy(JobSpec const& job, NodeType const& type, CheckpointVolume const& volume) {
    Bytes const memory = job.resources.memory.value_or(type.usable_memory.value_or(type.memory));
    if (!job.checkpoint->asynchronous || volume.written <= memory) return std::nullopt;
    Diagnostic d =
        problem_at(place_in(job, "checkpoint", "asynchronous"),
                   Code::never_fits,
                   fmt::format("an asynchronous checkpoint of job \"{}\" keeps {} in the "
                               "memory of a node, which has {}",
                               job.name,
                               human(volume.written),
                               human(memory)));
    d.help = "divide it among the nodes with `sharded: true`, or write it synchronously";
    return d;
}

CheckpointPath path_of(JobSpec const& job,
                       NodeType const& type,
                       Store const& store,
                       CheckpointVolume const& volume) {
    double const share = job.resilience.storage_share;
    CheckpointPath path;
    path.write = write_rate(store, volume.writers(), share, used_targets(job, type, store));
    path.read = read_rate(store, job.nodes, share);
    path.asynchronous = job.checkpoint->asynchronous;
    int const devices = devices_of(job, type);
    Bandwidth const host =
        type.link.host.si() > 0.0 ? type.link.host : bytes_per_second(host_copy_Bps);
    // A copy reads and writes memory; a quarter of its bandwidth is left for each of many copies.
    Bandwidth const memory = type.memory_bandwidth * 0.25;
    path.snapshot = devices > 0 ? std::min(host * static_cast<double>(devices), memory) : memory;
    return path;
}

Result<Store> checkpoint_store(JobSpec const& job, InputPlace place, Bytes size) {
    auto store = store_of(job, place, "checkpoint", job.checkpoint->on);
    if (!store) return store;
    if (store->kind != StoreKind::shared) {
        Diagnostic d = problem_at(
            place_in(job, "checkpoint", "on"),
            Code::inconsistent,
            fmt::format("a checkpoint on \"{}\" is lost with the node that wrote it", store->name));
        d.help = "write it to a file system of the machine";
        return failure(std::move(d));
    }
    if (size > store->capacity) {
        Diagnostic d =
            problem_at(place_in(job, "checkpoint", "size"),
                       Code::never_fits,
                       fmt::format("a checkpoint of job \"{}\" has {}, but \"{}\" holds only {}",
                                   job.name,
                                   human(size),
                                   store->name,
                                   human(store->capacity)));
        d.help = "choose a larger file system with `on`";
        return failure(std::move(d));
    }
    return store;
}

Diagnostic late_signal(JobSpec const& job, Duration write) {
    Diagnostic d =
        problem_at(place_of(job, "signal"),
                   Code::inconsistent,
                   fmt::format("the signal of job \"{}\" comes too late: a checkpoint takes {}",
                               job.name,
                               human(write)));
    d.expected = fmt::format("at least {}", human(write));
    return d;
}

}  // namespace

Result<PlannedCampaign> plan_campaign(JobSpec const& job,
                                      InputPlace place,
                                      Application const* application,
                                      JobPrediction const& prediction) {
    auto const whole = volume_of(
        job, *place.type, application, prediction.training ? &prediction.training->plan : nullptr);
    if (!whole) return failure(whole.error());
    CheckpointVolume const volume = divided(*whole, job);
    auto const store = checkpoint_store(job, place, volume.size);
    if (!store) return failure(store.error());
    if (auto const refused = too_large_copy(job, *place.type, volume)) return failure(*refused);

    PlannedCampaign campaign;
    campaign.size = volume.size;
    campaign.store = store->name;
    campaign.uncertainty.rate = job.resilience.device_mtbf
                                    ? failure_rate_of(*job.resilience.device_mtbf)
                                    : reference_failure_rate();
    campaign.uncertainty.devices = std::max(prediction.gpus, prediction.nodes);
    campaign.mtbf =
        mean_time_between_failures(campaign.uncertainty.rate.value, campaign.uncertainty.devices);
    CampaignPlan& plan = campaign.plan;
    Duration const before = prediction.input ? prediction.input->before() : Duration{};
    plan.work = prediction.runtime.value - before;
    campaign.uncertainty.work_low = (prediction.runtime.low - before) / plan.work;
    campaign.uncertainty.work_high = (prediction.runtime.high - before) / plan.work;
    plan.checkpoint = checkpoint_cost(volume, path_of(job, *place.type, *store, volume));
    plan.restart = job.resilience.restart + plan.checkpoint.restore;
    plan.startup = plan.restart + before;
    plan.in_place = job.resilience.in_place;
    Duration const best =
        std::max(plan.checkpoint.drain, daly_interval(plan.checkpoint.block, campaign.mtbf));
    plan.interval = std::min(plan.work, job.checkpoint->every.value_or(best));
    if (plan.interval < plan.work) plan.checkpoint = with_interval(plan.checkpoint, plan.interval);
    return campaign;
}

Result<PlannedCampaign>
with_walltime(PlannedCampaign campaign, JobSpec const& job, Seconds walltime) {
    CampaignPlan& plan = campaign.plan;
    plan.walltime = walltime.duration();
    if (job.resources.signal) {
        // It writes its last checkpoint at the signal and ends.
        Duration const lead = job.resources.signal->duration();
        Duration const write = plan.checkpoint.block + plan.checkpoint.drain;
        if (lead < write) return failure(late_signal(job, write));
        plan.walltime = plan.walltime - lead + write;
    }
    if (saved_by_submission(plan) <= Duration{}) {
        Diagnostic d =
            problem_at(place_of(job, "walltime"),
                       Code::never_fits,
                       fmt::format("job \"{}\" makes no progress: of the {} of a submission, the "
                                   "start takes {} and a checkpoint takes {}",
                                   job.name,
                                   human(plan.walltime),
                                   human(plan.startup),
                                   human(plan.checkpoint.block + plan.checkpoint.drain)));
        d.help = "request more walltime, more nodes or a faster file system";
        return failure(std::move(d));
    }
    SubmissionMean const mean = mean_submission(plan, campaign.mtbf);
    if (plan.work > mean.saved * most_submissions) {
        Diagnostic d = problem_at(
            place_in(job, "checkpoint", "every"),
            Code::never_fits,
            fmt::format(
                "job \"{}\" makes no progress: it fails every {} but saves its work every {}",
                job.name,
                human(campaign.mtbf),
                human(plan.interval)));
        d.help = fmt::format("write a checkpoint every {}",
                             human(daly_interval(plan.checkpoint.block, campaign.mtbf)));
        return failure(std::move(d));
    }
    return campaign;
}

Duration first_submission(CampaignPlan const& plan) {
    if (plan.work > saved_by_submission(plan)) return plan.walltime;
    return plan.startup + checkpointed_time(plan, plan.work);
}

double training_share(CampaignPlan const& plan) {
    return std::min(plan.work, saved_by_submission(plan)) / first_submission(plan);
}

}  // namespace clustersim
