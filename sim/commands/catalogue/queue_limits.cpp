// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/catalogue/queue_limits.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace clustersim {
namespace {

template <class T>
std::optional<T> smaller(std::optional<T> const& a, std::optional<T> const& b) {
    if (!a || !b) return a ? a : b;
    return *b < *a ? b : a;
}

/// The larger of two limits. Where there is none on one side, there is none.
template <class T>
std::optional<T> larger(std::optional<T> const& a, std::optional<T> const& b) {
    if (!a || !b) return std::nullopt;
    return *a < *b ? b : a;
}

void add_word(std::vector<std::string>& words, std::string const& word) {
    if (!word.empty() && std::ranges::find(words, word) == words.end()) words.push_back(word);
}

/// Whether the machine's file says what Slurm calls the GPUs. Else `NodeType::gres` is the name of the accelerator, which the
/// site may not use.
bool names_gpus(LoadedSystem const& machine, NodeType const& type) {
    ConfigNode const* at = &machine.document;
    for (std::string_view const key : {"node_types", type.name.c_str(), "gpus", "gres"})
        if (at != nullptr) at = at->find(key);
    return at != nullptr;
}

QueueLimits
limits_of(LoadedSystem const& machine, Partition const& partition, NodeType const& type) {
    QueueLimits out;
    out.name = partition.slurm_name;
    out.purpose = partition.purpose;
    out.whole_nodes = partition.exclusive;
    Limits limits = partition.limits;
    auto usual = std::ranges::find(partition.qos, "normal", &Qos::name);
    if (usual == partition.qos.end()) usual = partition.qos.begin();
    for (Qos const& qos : partition.qos) {
        if (&qos != &*usual) {
            out.other_qos.push_back(qos.name);
            continue;
        }
        out.qos = qos.name;
        limits.max_time = smaller(limits.max_time, qos.limits.max_time);
        limits.max_nodes = smaller(limits.max_nodes, qos.limits.max_nodes);
        limits.max_gpus = smaller(limits.max_gpus, qos.limits.max_gpus);
    }
    out.max_time = limits.max_time;
    out.max_nodes = smaller<int>(limits.max_nodes, partition.nodes);
    add_word(out.constraints, partition.constraint);
    if (!type.described) return out;
    out.cores = smaller<int>(partition.max_tres_per_node.cores, type.usable_cores);
    // The installed memory is more than jobs get, so it is no limit to rely on.
    if (auto const memory = smaller(partition.max_tres_per_node.memory, type.usable_memory))
        out.memory_mib = static_cast<long>(std::floor(memory->si() / 0x1p20));
    out.gpus = type.gpus;
    out.max_gpus = smaller<int>(limits.max_gpus, type.gpus * out.max_nodes.value_or(1));
    if (names_gpus(machine, type)) add_word(out.gpu_types, type.gres);
    return out;
}

/// One Slurm partition with nodes of another kind, too.
void join(QueueLimits& queue, QueueLimits const& other) {
    queue.whole_nodes = queue.whole_nodes && other.whole_nodes;
    queue.max_time = larger(queue.max_time, other.max_time);
    queue.max_nodes = larger(queue.max_nodes, other.max_nodes);
    queue.cores = larger(queue.cores, other.cores);
    queue.memory_mib = larger(queue.memory_mib, other.memory_mib);
    queue.gpus = larger(queue.gpus, other.gpus);
    queue.max_gpus = larger(queue.max_gpus, other.max_gpus);
    for (std::string const& type : other.gpu_types) add_word(queue.gpu_types, type);
    for (std::string const& one : other.constraints) add_word(queue.constraints, one);
    for (std::string const& one : other.other_qos) add_word(queue.other_qos, one);
}

}  // namespace

std::vector<QueueLimits> queue_limits(LoadedSystem const& machine) {
    std::vector<QueueLimits> queues;
    for (Partition const& partition : machine.system.partitions) {
        QueueLimits one = limits_of(machine, partition, machine.system.node_type_of(partition));
        auto const same = std::ranges::find(queues, one.name, &QueueLimits::name);
        if (same == queues.end())
            queues.push_back(std::move(one));
        else
            join(*same, one);
    }
    return queues;
}

}  // namespace clustersim
