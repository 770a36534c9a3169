// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/read/snapshot/held_places.hpp"

#include "sim/core/hostlist.hpp"
#include "sim/slurm/request/array_text.hpp"
#include "sim/slurm/request/text_scan.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

namespace clustersim::slurm {

namespace {

std::string cores_text(HeldNode const& node) {
    if (!node.cores) return "?";
    std::vector<std::int32_t> cores;
    for (std::int32_t core = 0; core < most_threads_of_node; ++core) {
        if (node.cores->contains(core)) cores.push_back(core);
        if (static_cast<std::int32_t>(cores.size()) == node.cores->count()) break;
    }
    return fold_indices(cores);
}

std::string read_place(std::string_view text, NodeNumbers const& nodes, QueuedJob& job) {
    constexpr std::string_view expected = "NODES/CORES/MB/DEVICES";
    auto const parts = split(text, "/");
    if (parts.size() != 4) return std::string(expected);
    HeldNode held;
    if (parts[1] != "?") {
        held.cores.emplace();
        if (!parts[1].empty()) {
            auto const cores = parse_array(parts[1], most_threads_of_node);
            if (!cores) return std::string(expected);
            for (auto const core : cores->tasks) held.cores->insert(core);
        }
    }
    if (parts[2] != "?") {
        held.memory_mb = digits_only(parts[2]);
        if (!held.memory_mb) return std::string(expected);
    }
    if (parts[3] != "?") {
        std::uint64_t bits = 0;
        auto const [end, error] =
            std::from_chars(parts[3].data(), parts[3].data() + parts[3].size(), bits, 16);
        if (error != std::errc{} || end != parts[3].data() + parts[3].size())
            return std::string(expected);
        held.devices = bits;
    }
    auto const names = expand_hostlist(parts[0]);
    if (!names) return std::string(expected);
    for (std::string const& name : *names) {
        auto const node = nodes.find(name);
        if (node == nodes.end()) return fmt::format("nodes of the site, not \"{}\"", name);
        held.node = node->second;
        job.nodes.push_back(held);
    }
    return {};
}

}  // namespace

std::string write_places(QueuedJob const& job, Site const& site) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (HeldNode const& one : job.nodes) {
        auto what = fmt::format("/{}/{}/{}",
                                cores_text(one),
                                one.memory_mb ? fmt::format("{}", *one.memory_mb) : "?",
                                one.devices ? fmt::format("{:x}", *one.devices) : "?");
        if (groups.empty() || groups.back().first != what)
            groups.emplace_back(std::move(what), std::vector<std::string>{});
        groups.back().second.push_back(site.nodes[static_cast<std::size_t>(one.node)].name);
    }
    std::string out;
    for (auto const& [what, names] : groups)
        out += (out.empty() ? "" : " ") + compress_hostlist(names) + what;
    return out;
}

std::string read_places(std::string_view cell, NodeNumbers const& nodes, QueuedJob& job) {
    for (std::string_view const part : split(cell, " "))
        if (auto wrong = read_place(part, nodes, job); !wrong.empty()) return wrong;
    return {};
}

}  // namespace clustersim::slurm
