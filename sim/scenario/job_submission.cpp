// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/job_submission.hpp"

#include "sim/scenario/empty_machine.hpp"
#include "sim/scenario/job_share.hpp"
#include "sim/scenario/job_site_rules.hpp"
#include "sim/scenario/other_partitions.hpp"
#include "sim/scenario/requested_resources.hpp"
#include "sim/scenario/resumed_work.hpp"
#include "sim/scenario/sbatch_options.hpp"
#include "sim/slurm/read/machine/machine_qos.hpp"
#include "sim/slurm/read/machine/machine_site.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

/// Slurm's own (max_switch_wait) if the job does not state one.
constexpr Seconds default_switch_wait{300};

bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

}  // namespace

std::string printable_name(std::string name) {
    std::ranges::replace_if(name, is_control, '?');
    return name;
}

PoolShape pool_shape(Partition const& partition, NodeType const& type) {
    return {partition.nodes, partition.exclusive || type.gpus == 0 ? 1 : type.gpus};
}

Result<void>
add_request(ResolvedJob& job, ResolvedRun const& run, std::string const& qos, Duration predicted) {
    JobSpec const& spec = job.spec;
    PoolShape const shape = pool_shape(*run.partition, *run.node_type);
    Job asked;
    asked.nodes = spec.nodes;
    asked.units = shape.units_per_node == 1 ? 1 : devices_per_node(spec, *run.node_type);
    asked.requested = job.prediction.walltime;
    asked.run = round_up(job.prediction.runtime.value);
    if (run.slurm == nullptr) {
        job.request.request = asked;
        return {};
    }
    SlurmSubmission submission{
        slurm_request(asked, run.slurm->place), spec.extended_time, run.scenario.user.standing};
    slurm::JobRequest& request = submission.request;
    request.name = printable_name(spec.name);
    request.user = study_user;
    request.account = study_account;
    request.qos = qos;
    request.partition = partition_list(spec, run);
    request.array = spec.form.array;
    if (spec.form.singleton)
        request.dependency.list.all.emplace_back().type = slurm::DependencyType::singleton;
    if (auto const& quota = run.system->system.rules.monthly_quota)
        request.nice =
            quota_nice(*quota, run.scenario.user.quota_used, run.slurm->site->settings.priority);
    add_resources(request, spec, share_of(spec, *run.partition, *run.node_type), run.slurm->place);
    submission.begin = spec.resources.begin;
    if (spec.switches)
        request.switches = {*spec.switches, spec.switches_wait.value_or(default_switch_wait)};
    // Slurm enforces the limit.
    if (!job.prediction.ends_idle) {
        bool const signalled = spec.resources.signal && !job.prediction.campaign;
        request.run_times = {signalled ? asked.run : round_up(predicted)};
        if (job.prediction.campaign) job.request.work = resumed_work(job.prediction.campaign->plan);
    }
    if (auto const refusal = ask_empty_machine(run.slurm->site, request).refusal) {
        Diagnostic d = problem_at(
            spec.place,
            Code::never_fits,
            fmt::format("Slurm would not start job \"{}\" even on the empty machine", spec.name));
        d.help = *refusal;
        return failure(std::move(d));
    }
    job.prediction.sbatch = sbatch_options(request, job, run);
    job.request.request = std::move(submission);
    return {};
}

}  // namespace clustersim
