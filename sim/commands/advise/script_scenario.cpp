// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/script_scenario.hpp"

#include "sim/commands/advise/script_document.hpp"
#include "sim/commands/advise/script_job.hpp"
#include "sim/commands/advise/script_limit.hpp"
#include "sim/core/ascii.hpp"
#include "sim/core/human.hpp"
#include "sim/scenario/sbatch_job.hpp"
#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace clustersim {
namespace {

using slurm::JobRequest;

/// What the site gives any job whose script does not say it.
std::vector<std::string> usual_defaults(JobScript const& script, AskedJob const& asked) {
    Partition const& partition = *asked.partitions.all.front();
    std::vector<std::string> taken;
    if (script.request.partition.empty())
        taken.push_back(fmt::format("partition {}", partition.slurm_name));
    if (script.request.qos.empty() && !asked.qos.empty())
        taken.push_back(fmt::format("QOS {}", asked.qos));
    if (script.request.account.empty()) taken.emplace_back("your default account");
    if (!script.request.time_minutes && !asked.unlimited)
        taken.push_back(fmt::format("a time limit of {}", human(asked.limit.duration())));
    return taken;
}

std::vector<std::string> defaults_taken(JobScript const& script, AskedJob const& asked) {
    Partition const& partition = *asked.partitions.all.front();
    JobDefaults const& site = partition.defaults;
    std::vector<std::string> taken = usual_defaults(script, asked);
    if (asked.whole_nodes || partition.fixed) return taken;
    int const gpus = asked.nodes.gpus;
    if (gpus > 0 && !asked.nodes.cores)
        taken.push_back(fmt::format("{} cores for each GPU",
                                    site.cores_per_gpu.value_or(asked.place.cores_per_gpu)));
    if (asked.nodes.memory) return taken;
    auto const mebibytes_of = [](std::int64_t mb) {
        return bytes(static_cast<double>(mb) * mebibyte);
    };
    if (gpus > 0)
        taken.push_back(fmt::format(
            "{} of memory for each GPU",
            human(site.memory_per_gpu.value_or(mebibytes_of(asked.place.memory_per_gpu_mb)))));
    else
        taken.push_back(fmt::format("{} of memory for each core",
                                    human(site.memory_per_core.value_or(
                                        mebibytes_of(asked.place.memory_mb / asked.place.cores)))));
    return taken;
}

/// Sets the name of the job, its limit and its run time. An error for a run time above the limit.
Result<void>
set_times(AskedJob& asked, JobScript const& script, Seconds limit, std::optional<Seconds> runtime) {
    asked.job = script.request.name.empty() ? "job" : script.request.name;
    // Keys of a scenario are separated by dots.
    std::ranges::replace(asked.job, '.', '_');
    asked.limit = limit;
    asked.knows_runtime = runtime.has_value();
    asked.runtime = runtime.value_or(limit);
    if (asked.runtime <= asked.limit) return {};
    return failure(problem_at(script.place_of({"time"}),
                              Code::over_limit,
                              fmt::format("the job runs for {}, and its limit of {} ends it",
                                          human(asked.runtime.duration()),
                                          human(asked.limit.duration()))));
}

Diagnostics too_many_gpus(JobScript const& script, AskedJob const& asked) {
    Diagnostics problems;
    if (asked.nodes.gpus <= asked.place.gpus || asked.place.gpus == 0) return problems;
    problems
        .add(problem_at(script.place_of({"gpus-per-node", "gres", "gpus-per-task", "gpus"}),
                        Code::never_fits,
                        fmt::format("the job asks for {} GPUs of each node", asked.nodes.gpus)))
        .expected = fmt::format("at most the {} of a node of partition {}",
                                asked.place.gpus,
                                asked.partitions.all.front()->slurm_name);
    return problems;
}

}  // namespace

Result<AskedJob> asked_job(JobScript const& script,
                           System const& machine,
                           std::string const& system,
                           ScriptPartitions partitions,
                           std::optional<Seconds> runtime) {
    AskedJob asked;
    asked.partitions = std::move(partitions);
    Partition const& partition = *asked.partitions.all.front();
    asked.place = slurm_place(machine, partition);
    Diagnostics problems;
    auto nodes = node_request(script, asked.place);
    if (!nodes) problems.append(nodes.error());
    asked.qos = qos_of_script(script, partition);
    auto const limit = limit_of_script(script, partition, asked.qos);
    if (!limit) problems.append(limit.error());
    if (problems.has_errors()) return failure(std::move(problems));
    asked.nodes = *nodes;
    asked.whole_nodes =
        partition.exclusive || script.request.exclusive == slurm::Exclusive::whole_nodes;
    if (auto const fits = set_times(asked, script, *limit, runtime); !fits)
        return failure(fits.error());
    asked.taken = defaults_taken(script, asked);
    asked.document = script_document(script, asked, system);
    if (auto const too_many = too_many_gpus(script, asked); too_many.has_errors())
        return failure(too_many);
    return asked;
}

namespace {

/// The part of its nodes that Slurm gives the job, in place of what the options say.
void take_held(NodeRequest& nodes, std::vector<HeldNodes> const& held) {
    nodes.gpus = 0;
    nodes.cores = 0;
    nodes.memory.reset();
    for (HeldNodes const& some : held) {
        nodes.gpus = std::max(nodes.gpus, some.share.devices);
        nodes.cores = std::max(*nodes.cores, some.share.cores);
        if (some.share.memory > nodes.memory.value_or(Bytes{})) nodes.memory = some.share.memory;
    }
    auto const differs = [&](HeldNodes const& some) {
        return some.share.devices != nodes.gpus || some.share.cores != *nodes.cores ||
               some.share.memory != nodes.memory.value_or(Bytes{});
    };
    nodes.uneven = std::ranges::any_of(held, differs);
}

/// The partition with the first of its nodes, then the others that the script names.
ScriptPartitions started_in(JobScript const& script,
                            System const& machine,
                            EmptyMachineStart const& start,
                            Partition const& first) {
    ScriptPartitions found{{&first}, {}, start.partition};
    if (script.request.partition.empty()) found.why = "the default of the machine";
    for (std::string const& name : split_list(script.request.partition)) {
        NodeGroups const groups = node_groups(machine, name);
        if (name != start.partition && !groups.empty()) found.all.push_back(groups.front());
    }
    return found;
}

std::vector<std::string> names_from(Partition const& first, NodeGroups const& suited) {
    std::vector<std::string> names{first.name};
    for (Partition const* one : suited)
        if (one != &first) names.push_back(one->name);
    return names;
}

/// What Slurm adds to a request for a part of a node.
std::vector<std::string> defaults_given(JobScript const& script, AskedJob const& asked) {
    std::vector<std::string> taken = usual_defaults(script, asked);
    if (asked.whole_nodes) return taken;
    JobRequest const& r = script.request;
    if (asked.nodes.memory && !r.mem_per_node_mb && !r.mem_per_cpu_mb && !r.mem_per_gpu_mb)
        taken.push_back(fmt::format("{} of memory{}",
                                    human(*asked.nodes.memory),
                                    asked.nodes.nodes > 1 ? " of each node" : ""));
    return taken;
}

}  // namespace

Result<AskedJob> started_job(JobScript const& script,
                             System const& machine,
                             std::string const& system,
                             SlurmOfFile const& slurm,
                             EmptyMachineStart const& start,
                             std::optional<Seconds> runtime) {
    // What Slurm's backfill takes for a job without a limit.
    constexpr Seconds year{std::int64_t{365} * 86400};
    std::vector<HeldNodes> const held = held_nodes(machine, slurm.site(), start);
    Partition const& first = *held.front().partition;
    AskedJob asked;
    asked.partitions = started_in(script, machine, start, first);
    asked.place = slurm_place(machine, first);
    asked.whole_nodes = start.allocation.whole_nodes || first.exclusive;
    asked.nodes = request_on(script, asked.place, static_cast<int>(start.allocation.nodes.size()));
    if (!asked.whole_nodes) take_held(asked.nodes, held);
    asked.qos = start.qos;
    asked.unlimited = !start.limit;
    if (auto const fits = set_times(asked, script, start.limit.value_or(year), runtime); !fits)
        return failure(fits.error());
    asked.taken = defaults_given(script, asked);
    NodeGroups const groups = node_groups(machine, start.partition);
    auto job = job_of_script(
        script,
        asked,
        {slurm.request_of(script), names_from(first, suited_to(script, machine, groups))});
    if (!job) return failure(std::move(job.error()));
    asked.jobs.push_back(std::move(*job));
    asked.document = script_document(script, asked, system);
    return asked;
}

}  // namespace clustersim
