// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/workflow_text.hpp"

#include "sim/commands/catalogue/queue_limits.hpp"
#include "sim/core/human.hpp"
#include "sim/core/printable.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace clustersim {
namespace {

char const* purpose_text(Purpose purpose) {
    switch (purpose) {
        case Purpose::production: return "for production";
        case Purpose::test: return "for tests";
        case Purpose::interactive: return "for interactive work";
        case Purpose::on_request: return "opened on request";
        case Purpose::restricted: return "for some users only";
        case Purpose::low_priority: return "for leftover time";
        case Purpose::service: return "for serial work and transfers";
        case Purpose::quantum: return "for jobs of a quantum computer";
    }
    return "";
}

/// A text in quotes that YAML and Groovy read alike.
std::string in_quotes(std::string_view text) {
    std::string out = "'";
    for (char const c : printable_line(text))
        if (c != '\'' && c != '\\') out += c;
    return out + "'";
}

long whole_minutes(Seconds time) {
    return static_cast<long>(time.count / 60);
}

/// What to know about a partition that no key says.
std::vector<std::string> remarks_on(QueueLimits const& queue) {
    std::vector<std::string> remarks;
    if (queue.whole_nodes) remarks.emplace_back("a job gets whole nodes");
    if (!queue.qos.empty() && !queue.other_qos.empty())
        remarks.push_back(fmt::format(
            "limits of QOS {}; other QOS: {}", queue.qos, fmt::join(queue.other_qos, ", ")));
    if (!queue.constraints.empty())
        remarks.push_back(fmt::format("nodes of several kinds; the largest need the constraint {}",
                                      fmt::join(queue.constraints, " or ")));
    std::vector<std::string> unknown;
    if (!queue.max_time) unknown.emplace_back("time limit");
    if (!queue.cores) unknown.emplace_back("cores");
    if (!queue.memory_mib) unknown.emplace_back("memory of jobs");
    if (!queue.gpus) unknown.emplace_back("GPUs");
    if (!unknown.empty())
        remarks.push_back(
            fmt::format("not known to the machine's file: {}", fmt::join(unknown, ", ")));
    return remarks;
}

void add_entry(std::string& out, QueueLimits const& queue) {
    // A partition that is not for production is one comment, to be taken in by hand.
    char const* const begin = queue.purpose == Purpose::production ? "  " : "  # ";
    auto const line = [&](std::string const& text) { out += fmt::format("{}{}\n", begin, text); };
    if (queue.purpose != Purpose::production) line(purpose_text(queue.purpose));
    line(fmt::format("{}:", in_quotes(queue.name)));
    for (std::string const& remark : remarks_on(queue))
        line(fmt::format("  # {}", printable_line(remark)));
    if (queue.max_time)
        line(fmt::format("  max_runtime: {}  # minutes: {}",
                         whole_minutes(*queue.max_time),
                         human(queue.max_time->duration())));
    if (queue.max_nodes) line(fmt::format("  max_nodes: {}", *queue.max_nodes));
    if (queue.cores) line(fmt::format("  max_cpus_per_task: {}", *queue.cores));
    if (queue.memory_mib) line(fmt::format("  max_mem_mb: {}", *queue.memory_mib));
    if (queue.max_gpus) line(fmt::format("  max_gpu: {}", *queue.max_gpus));
    if (!queue.gpu_types.empty()) {
        std::vector<std::string> types;
        for (std::string const& type : queue.gpu_types) types.push_back(in_quotes(type));
        line(fmt::format("  available_gpu_models: [{}]", fmt::join(types, ", ")));
    }
    // An empty mapping is one that no job fits into; a missing value is no mapping.
    if (!queue.max_time && !queue.max_nodes && !queue.cores && !queue.memory_mib && !queue.max_gpus)
        line("  supports_mpi: true");
}

std::string snakemake_text(System const& system, std::vector<QueueLimits> const& queues) {
    std::string out = fmt::format(
        "# Slurm partitions of {} for Snakemake's Slurm executor, which chooses one for each job:\n"
        "#   snakemake --executor slurm --slurm-partition-config THIS_FILE\n"
        "# The account is a resource of the workflow: --default-resources slurm_account=PROJECT\n"
        "partitions:\n",
        system.name);
    for (QueueLimits const& queue : queues) add_entry(out, queue);
    return out;
}

/// The condition under which a task fits, in Groovy.
std::string condition(QueueLimits const& queue) {
    std::vector<std::string> parts;
    if (queue.gpus)
        parts.push_back(*queue.gpus > 0 ? fmt::format("gpus <= {}", *queue.gpus) : "gpus == 0");
    if (queue.gpus && *queue.gpus > 0) parts.insert(parts.begin(), "gpus > 0");
    if (queue.max_time)
        parts.push_back(fmt::format("time <= {}.m", whole_minutes(*queue.max_time)));
    if (queue.cores) parts.push_back(fmt::format("task.cpus <= {}", *queue.cores));
    if (queue.memory_mib) parts.push_back(fmt::format("memory <= {}.MB", *queue.memory_mib));
    return parts.empty() ? "true" : fmt::format("{}", fmt::join(parts, " && "));
}

/// Where a task loses least: shared nodes before whole ones, then the shortest time limit.
std::vector<QueueLimits> by_preference(std::vector<QueueLimits> queues) {
    std::ranges::stable_sort(queues, [](QueueLimits const& a, QueueLimits const& b) {
        if (a.whole_nodes != b.whole_nodes) return b.whole_nodes;
        if (!a.max_time || !b.max_time) return a.max_time.has_value() && !b.max_time.has_value();
        return *a.max_time < *b.max_time;
    });
    return queues;
}

std::string nextflow_text(System const& system, std::vector<QueueLimits> const& queues) {
    std::string out = fmt::format(
        "// Slurm partitions of {} for Nextflow: nextflow run PIPELINE -c THIS_FILE --account "
        "PROJECT\n"
        "params.account = null  // the project that pays; null: the default account of the user\n\n"
        "process {{\n"
        "    executor = 'slurm'\n"
        "    clusterOptions = {{\n"
        "        [params.account ? \"--account=${{params.account}}\" : '',\n"
        "         task.accelerator ? \"--gpus-per-node=${{task.accelerator.request}}\" : "
        "''].join(' ').trim()\n"
        "    }}\n"
        "    // The first partition that a task fits into. A task that requests no time or memory "
        "fits everywhere.\n"
        "    queue = {{\n"
        "        def gpus = task.accelerator ? task.accelerator.request : 0\n"
        "        def time = task.time ?: 1.m\n"
        "        def memory = task.memory ?: 1.MB\n",
        printable_line(system.name));
    for (QueueLimits const& queue : by_preference(queues)) {
        bool const used = queue.purpose == Purpose::production;
        for (std::string const& remark : remarks_on(queue))
            out += fmt::format(
                "        // {}: {}\n", printable_line(queue.name), printable_line(remark));
        out += fmt::format("        {}if ({}) return {}{}\n",
                           used ? "" : "// ",
                           condition(queue),
                           in_quotes(queue.name),
                           used ? "" : fmt::format("  // {}", purpose_text(queue.purpose)));
    }
    out += fmt::format("        throw new IllegalArgumentException(\"no partition of {} takes "
                       "${{task.cpus}} cpus, ${{memory}}, ${{time}}, "
                       "${{gpus}} GPUs on a node\")\n"
                       "    }}\n"
                       "}}\n",
                       printable_line(system.name));
    return out;
}

}  // namespace

std::string workflow_text(LoadedSystem const& machine, WorkflowManager manager) {
    auto const queues = queue_limits(machine);
    return manager == WorkflowManager::snakemake ? snakemake_text(machine.system, queues)
                                                 : nextflow_text(machine.system, queues);
}

}  // namespace clustersim
