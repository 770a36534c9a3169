// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/advise/node_request.hpp"

#include "sim/slurm/read/machine/node_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace clustersim {
namespace {

using slurm::GresRequest;
using slurm::GresScope;
using slurm::JobRequest;

int divided_up(std::int64_t whole, std::int64_t part) {
    return static_cast<int>((whole + part - 1) / std::max<std::int64_t>(1, part));
}

GresRequest const* gpus_by(JobRequest const& request, GresScope scope) {
    for (GresRequest const& one : request.gres)
        if (one.name == "gpu" && one.scope == scope) return &one;
    return nullptr;
}

Diagnostic wrong(JobScript const& script,
                 std::initializer_list<std::string_view> options,
                 std::string message,
                 std::string help) {
    Diagnostic d = problem_at(script.place_of(options), Code::inconsistent, std::move(message));
    d.help = std::move(help);
    return d;
}

/// The cores that each task gets; absent: one, or the partition's default for its GPUs.
std::optional<int> cores_per_task(JobRequest const& request) {
    return request.cpus_per_task ? std::optional<int>(*request.cpus_per_task) : std::nullopt;
}

/// The number of tasks that the options fix; 0 if they leave it to the number of nodes.
int fixed_tasks(JobRequest const& request) {
    if (request.ntasks) return *request.ntasks;
    GresRequest const* const gpus = gpus_by(request, GresScope::per_job);
    if (request.ntasks_per_gpu && gpus != nullptr)
        return *request.ntasks_per_gpu * static_cast<int>(gpus->count);
    return 0;
}

/// The fewest nodes that have the cores, GPUs and memory of all tasks.
int fewest_nodes(JobRequest const& request, SlurmPlace const& place, int tasks) {
    if (request.ntasks_per_node) return divided_up(tasks, *request.ntasks_per_node);
    int nodes = divided_up(std::int64_t{tasks} * cores_per_task(request).value_or(1), place.cores);
    int const gpus = std::max(1, place.gpus);
    if (auto const* all = gpus_by(request, GresScope::per_job))
        nodes = std::max(nodes, divided_up(all->count, gpus));
    if (auto const* each = gpus_by(request, GresScope::per_task))
        nodes = std::max(nodes, divided_up(tasks * each->count, gpus));
    if (request.mem_per_cpu_mb) {
        std::int64_t const all =
            *request.mem_per_cpu_mb * tasks * std::int64_t{cores_per_task(request).value_or(1)};
        nodes = std::max(nodes, divided_up(all, place.memory_mb));
    }
    return std::max(1, nodes);
}

int most_gpus_of_node(JobRequest const& request, NodeRequest const& asked) {
    if (auto const* one = gpus_by(request, GresScope::per_node))
        return static_cast<int>(one->count);
    if (auto const* one = gpus_by(request, GresScope::per_task))
        return static_cast<int>(one->count) * asked.tasks_per_node();
    if (auto const* all = gpus_by(request, GresScope::per_job))
        return divided_up(all->count, asked.nodes);
    return 0;
}

Result<int> gpus_of_node(JobScript const& script, NodeRequest const& asked) {
    JobRequest const& request = script.request;
    auto const* all = gpus_by(request, GresScope::per_job);
    bool const of_job = all != nullptr && gpus_by(request, GresScope::per_node) == nullptr &&
                        gpus_by(request, GresScope::per_task) == nullptr;
    if (!of_job || all->count % asked.nodes == 0) return most_gpus_of_node(request, asked);
    return failure(wrong(script,
                         {"gpus"},
                         fmt::format("{} GPUs cannot be shared evenly by {} nodes, which is "
                                     "all that is simulated",
                                     all->count,
                                     asked.nodes),
                         "use --gpus-per-node"));
}

/// Sets cores and memory of each node, which depend on tasks and GPUs.
void set_amounts(NodeRequest& asked, JobRequest const& request, SlurmPlace const& place) {
    int const tasks = asked.tasks_per_node();
    if (request.cpus_per_gpu && asked.gpus > 0)
        asked.cores = *request.cpus_per_gpu * asked.gpus;
    else if (auto const each = cores_per_task(request))
        asked.cores = *each * tasks;
    else if (asked.gpus == 0 || tasks > asked.gpus * place.cores_per_gpu)
        asked.cores = tasks;  // more than what comes with the GPUs
    if (request.min_cpus_per_node)
        asked.cores = std::max<int>(asked.cores.value_or(1), *request.min_cpus_per_node);
    auto const mebibytes_of = [](std::int64_t mb) {
        return bytes(static_cast<double>(mb) * mebibyte);
    };
    if (request.mem_per_node_mb)
        asked.memory = mebibytes_of(*request.mem_per_node_mb == 0 ? place.memory_mb
                                                                  : *request.mem_per_node_mb);
    else if (request.mem_per_cpu_mb)
        asked.memory = mebibytes_of(*request.mem_per_cpu_mb * asked.cores.value_or(tasks));
    else if (request.mem_per_gpu_mb)
        asked.memory = mebibytes_of(*request.mem_per_gpu_mb * std::max(1, asked.gpus));
}

}  // namespace

Result<NodeRequest> node_request(JobScript const& script, SlurmPlace const& place) {
    JobRequest const& request = script.request;
    NodeRequest asked;
    int const tasks = fixed_tasks(request);
    asked.nodes =
        request.min_nodes ? *request.min_nodes : fewest_nodes(request, place, std::max(1, tasks));
    asked.tasks = tasks > 0 ? tasks : asked.nodes * request.ntasks_per_node.value_or(1);
    if (asked.tasks < asked.nodes && request.ntasks && request.min_nodes) {
        // Slurm reduces the nodes to the tasks, with a warning.
        asked.nodes = asked.tasks;
    }
    if (request.ntasks_per_node && asked.tasks_per_node() > *request.ntasks_per_node) {
        return failure(wrong(script,
                             {"ntasks", "ntasks-per-node"},
                             fmt::format("{} tasks do not fit on {} nodes with {} tasks each",
                                         asked.tasks,
                                         asked.nodes,
                                         *request.ntasks_per_node),
                             "leave out --ntasks: it is --nodes times --ntasks-per-node"));
    }
    auto const gpus = gpus_of_node(script, asked);
    if (!gpus) return failure(gpus.error());
    asked.gpus = *gpus;
    set_amounts(asked, request, place);
    return asked;
}

NodeRequest request_on(JobScript const& script, SlurmPlace const& place, int nodes) {
    JobRequest const& request = script.request;
    NodeRequest asked;
    asked.nodes = nodes;
    int const tasks = fixed_tasks(request);
    asked.tasks = tasks > 0 ? tasks : nodes * request.ntasks_per_node.value_or(1);
    asked.gpus = most_gpus_of_node(request, asked);
    set_amounts(asked, request, place);
    return asked;
}

bool asks_for_gpus(JobScript const& script) {
    auto const& gres = script.request.gres;
    return std::ranges::any_of(
        gres, [](GresRequest const& one) { return one.name == "gpu" && one.count > 0; });
}

std::string gpu_type(JobScript const& script) {
    for (GresRequest const& one : script.request.gres)
        if (one.name == "gpu" && !one.type.empty()) return one.type;
    return {};
}

}  // namespace clustersim
