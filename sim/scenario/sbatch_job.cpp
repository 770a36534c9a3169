// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/sbatch_job.hpp"

#include "models/machine/node_groups.hpp"
#include "sim/scenario/job_costs.hpp"
#include "sim/scenario/job_place.hpp"
#include "sim/scenario/job_site_rules.hpp"
#include "sim/scenario/job_submission.hpp"
#include "sim/scenario/named_inputs.hpp"
#include "sim/scenario/resource_form_check.hpp"
#include "sim/scenario/sbatch_request.hpp"
#include "sim/slurm/read/machine/machine_people.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"
#include "sim/slurm/select/allocated_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

/// What the job holds of one node.
NodeShare share_of_one(slurm::NodeShare const& held,
                       bool whole,
                       slurm::Site const& site,
                       NodeType const& type) {
    NodeShare share = whole_nodes(type, 1);
    if (held.memory_mb > 0) share.memory = bytes(static_cast<double>(held.memory_mb) * mebibyte);
    if (whole) return share;
    if (held.memory_mb == 0) share.memory = Bytes{};
    std::int32_t const threads = site.record_of(held.node).threads_charged();
    share.cores = (held.cpus + threads - 1) / threads;
    slurm::Allocation one;
    one.nodes = {held};
    share.devices = slurm::allocated_gpus(one, site);
    return share;
}

bool same_share(HeldNodes const& a, HeldNodes const& b) {
    return a.partition == b.partition && a.share.cores == b.share.cores &&
           a.share.devices == b.share.devices && a.share.memory == b.share.memory;
}

Diagnostic never_starts(JobSpec const& spec, std::string reason) {
    Diagnostic d = problem_at(
        spec.place,
        Code::never_fits,
        fmt::format("Slurm would not start job \"{}\" even on the empty machine", spec.name));
    d.help = std::move(reason);
    return d;
}

void predict(ResolvedJob& job, EmptyMachineStart const& start, ResolvedRun const& run) {
    JobPrediction& prediction = job.prediction;
    JobSpec& spec = job.spec;
    Duration const runtime = std::get<FixedWork>(spec.work).runtime;
    prediction.job = spec.name;
    prediction.tasks = spec.form.tasks();
    bool const begins_later = job.spec.sbatch->request.begin.has_value();
    prediction.may_be_ineligible =
        spec.form.array.limit == 0 && (spec.form.waits_for_jobs() || begins_later);
    prediction.nodes = static_cast<int>(start.allocation.nodes.size());
    for (HeldNodes const& held : job.held) prediction.gpus += held.share.nodes * held.share.devices;
    prediction.walltime = spec.walltime.value_or(round_up(runtime));
    prediction.runtime = {runtime, runtime, runtime};
    spec.nodes = prediction.nodes;
    if (!start.allocation.whole_nodes) spec.resources.cores = job.held.front().share.cores;
    job.qos = run.slurm->place.file_name_of(start.qos);
    add_costs(prediction, job, run);
}

}  // namespace

std::vector<HeldNodes>
held_nodes(System const& system, slurm::Site const& site, EmptyMachineStart const& start) {
    NodeLayout const layout(system, site);
    std::vector<HeldNodes> found;
    for (Partition const* group : node_groups(system, start.partition)) {
        auto const nodes = layout.nodes_of(*group);
        for (slurm::NodeShare const& one : start.allocation.nodes) {
            if (!std::ranges::binary_search(nodes, one.node)) continue;
            bool const whole = start.allocation.whole_nodes;
            HeldNodes held{group, share_of_one(one, whole, site, system.node_type_of(*group))};
            auto const same = std::ranges::find_if(
                found, [&](HeldNodes const& other) { return same_share(other, held); });
            if (same == found.end())
                found.push_back(held);
            else
                ++same->share.nodes;
        }
    }
    return found;
}

Result<ResolvedJob> resolve_sbatch_job(JobSpec const& wanted, ResolvedRun& run) {
    if (run.slurm == nullptr) {
        // If Slurm was asked for, why there is none was said.
        if (run.scenario.scheduler == "slurm") return failure(Diagnostics{});
        return failure(
            at_key(only_slurm("the options of sbatch"), run.variant.document, "scheduler"));
    }
    slurm::JobRequest request = wanted.sbatch->request;
    request.name = printable_name(wanted.name);
    request.user = study_user;
    request.account = study_account;
    if (auto const& quota = run.system->system.rules.monthly_quota)
        request.nice +=
            quota_nice(*quota, run.scenario.user.quota_used, run.slurm->site->settings.priority);
    // An instant of the request counts from its submission.
    std::optional<Instant> const begin = std::exchange(request.begin, std::nullopt);
    EmptyMachineAnswer const answer = ask_empty_machine(run.slurm->site, request);
    if (answer.refusal) return failure(never_starts(wanted, *answer.refusal));
    ResolvedJob job;
    job.spec = wanted;
    job.held = held_nodes(run.system->system, *run.slurm->site, answer.start);
    predict(job, answer.start, run);
    run.warnings.append_unsaid(free_of_charge(job.prediction, job.spec));
    SlurmSubmission submission{request, {}, run.scenario.user.standing};
    if (begin) submission.begin = Seconds{begin->since_origin};
    submission.request.run_times = {round_up(job.prediction.runtime.value)};
    job.request.request = std::move(submission);
    return job;
}

}  // namespace clustersim
