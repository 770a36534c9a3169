// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/job_places.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/memory_text.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace clustersim::slurm {

namespace {

/// "0-3,8" as numbers; nothing for any other text.
std::optional<std::vector<std::int32_t>> number_list(std::string_view text) {
    constexpr std::int64_t largest = 65536;
    if (text.empty()) return std::vector<std::int32_t>{};
    auto const parsed = parse_array(text, largest);
    return parsed ? std::optional(parsed->tasks) : std::nullopt;
}

}  // namespace

JobPlaces::JobPlaces(Site const& site, std::function<void(std::string const&)> ignored)
    : site_(site), ignored_(std::move(ignored)) {
    for (std::size_t i = 0; i < site.nodes.size(); ++i)
        nodes_.emplace(site.nodes[i].name, static_cast<std::int32_t>(i));
}

std::vector<std::int32_t> JobPlaces::indices_of(std::string_view hosts) const {
    std::vector<std::int32_t> out;
    auto const names = expand_hostlist(hosts);
    if (!names) {
        ignored_("NodeList");
        return out;
    }
    for (std::string const& name : *names) {
        auto const node = nodes_.find(name);
        if (node != nodes_.end())
            out.push_back(node->second);
        else
            ignored_(fmt::format("NodeList with the unknown node {}", name));
    }
    return out;
}

void JobPlaces::read(WordsLine const& words, QueuedJob& job) const {
    job.cpus = static_cast<std::int32_t>(words.number("NumCPUs").value_or(1));
    auto const tres =
        tres_amounts(words.has("AllocTRES") ? words.text("AllocTRES") : words.text("TRES"));
    auto const total = indices_of(words.text("NodeList"));
    auto const count = std::max<std::int64_t>(1, static_cast<std::int64_t>(total.size()));
    std::optional<std::int64_t> memory;
    for (auto const& [name, amount] : tres) {
        if (name == "gres/gpu")
            job.devices_per_node =
                static_cast<std::int32_t>(static_cast<std::int64_t>(amount) / count);
        if (name == "mem") memory = static_cast<std::int64_t>(amount) / count;
    }
    std::map<std::int32_t, HeldNode> held;  // ascending, as allocations are
    for (auto const node : total) held[node] = {node, {}, memory, {}};
    std::vector<std::int32_t> group;
    for (auto const& [key, value] : words.all()) {
        if (key == "Nodes")
            group = indices_of(value);
        else if (key == "CPU_IDs" || key == "Mem" || key == "GRES")
            for (auto const node : group)
                if (auto const at = held.find(node); at != held.end())
                    detail(key, value, at->second);
    }
    for (auto& [node, one] : held) job.nodes.push_back(std::move(one));
}

void JobPlaces::detail(std::string_view key, std::string_view value, HeldNode& node) const {
    auto const& record = site_.record_of(node.node);
    if (key == "CPU_IDs") {
        auto const cpus = number_list(value);
        if (!cpus) return ignored_("CPU_IDs");
        CoreMask cores;
        for (auto const cpu : *cpus)
            if (cpu / record.threads_charged() < record.cores())
                cores.insert(cpu / record.threads_charged());
        node.cores = cores;
        node.devices = node.devices.value_or(0);
    } else if (key == "Mem") {
        if (auto const megabytes = parse_megabytes(value)) node.memory_mb = *megabytes;
    } else {
        node.devices = devices_of(value, record);
    }
}

// "gpu:a100:3(IDX:1-3),gpu:h100:1(IDX:0)" as bits in the order of the node's resources.
std::optional<std::uint64_t> JobPlaces::devices_of(std::string_view text,
                                                   NodeRecord const& record) const {
    std::uint64_t bits = 0;
    while (!text.empty()) {
        auto const open = text.find('(');
        if (open == std::string_view::npos) break;
        auto const close = std::min(text.find(')', open), text.size());
        auto const what = split(text.substr(0, open), ":");
        auto inner = text.substr(open + 1, close - open - 1);
        text.remove_prefix(std::min(close + 2, text.size()));
        if (!inner.starts_with("IDX:")) continue;
        auto const indices = number_list(inner.substr(4));
        if (!indices || what.empty()) {
            ignored_("GRES");
            return std::nullopt;
        }
        // The numbers count all devices of a name, whatever their type.
        std::int64_t first = 0;
        std::int64_t of_name = 0;
        bool begun = false;
        for (NodeGres const& gres : record.gres) {
            if (gres.name == what[0]) {
                begun = true;
                of_name += gres.count;
            } else if (!begun) {
                first += gres.count;
            }
        }
        for (auto const index : *indices)
            if (index < of_name && first + index < most_devices_of_node)
                bits |= std::uint64_t{1} << (first + index);
    }
    return bits;
}

}  // namespace clustersim::slurm
