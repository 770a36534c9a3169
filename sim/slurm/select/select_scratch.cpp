// SPDX-License-Identifier: Apache-2.0
#include "sim/slurm/select/select_scratch.hpp"

#include "sim/slurm/site/counted_gres.hpp"

#include <algorithm>

namespace clustersim::slurm {

namespace {

RecordTable tabulate(Site const& site, std::size_t index) {
    auto const& record = site.records[index];
    RecordTable table;
    table.nodes = NodeSet(site.nodes.size());
    for (std::size_t n = 0; n < site.nodes.size(); ++n)
        if (site.nodes[n].record == static_cast<std::int32_t>(index))
            table.nodes.insert(static_cast<std::int32_t>(n));
    table.first_node = std::max(0, table.nodes.first_common(table.nodes));
    table.cores = without_specialised(record, record.core_spec_count);
    table.devices_of_socket.assign(static_cast<std::size_t>(record.sockets), 0);
    std::size_t bit = 0;
    for (auto const& gres : record.gres) {
        if (is_counted(bit, gres)) break;
        for (std::size_t i = 0; i < static_cast<std::size_t>(gres.count); ++i, ++bit) {
            auto const device = std::uint64_t{1} << bit;
            table.devices |= device;
            auto const socket = i < gres.sockets.size() ? gres.sockets[i] : -1;
            if (socket >= 0 && socket < record.sockets)
                table.devices_of_socket[static_cast<std::size_t>(socket)] |= device;
            else
                table.devices_anywhere |= device;
        }
    }
    return table;
}

/// Fills nodes and level of a switch from the switches and nodes below it, each once.
void complete(Site const& site,
              std::vector<SwitchTable>& tables,
              std::vector<bool>& done,
              std::size_t index) {
    auto& table = tables[index];
    if (done[index]) return;
    done[index] = true;
    table.nodes = NodeSet(site.nodes.size(), site.switches[index].nodes);
    for (auto const below : site.switches[index].switches) {
        auto const child = static_cast<std::size_t>(below);
        complete(site, tables, done, child);
        tables[child].parent = static_cast<std::int32_t>(index);
        table.nodes |= tables[child].nodes;
        table.level = std::max(table.level, tables[child].level + 1);
    }
}

}  // namespace

CoreMask without_specialised(NodeRecord const& record, std::int32_t count) {
    auto mask = CoreMask::first(record.cores());
    for (std::int32_t i = 0; i < count && i < record.cores(); ++i) {
        auto const socket = record.sockets - 1 - i % record.sockets;
        auto const core = record.cores_per_socket - 1 - i / record.sockets;
        mask.erase(socket * record.cores_per_socket + core);
    }
    return mask;
}

SelectScratch::SelectScratch(Site const& site)
    : usable(site.nodes.size()), chosen(site.nodes.size()) {
    for (auto const& node : site.nodes) node_record.push_back(node.record);
    for (std::size_t i = 0; i < site.records.size(); ++i) records.push_back(tabulate(site, i));
    switches.resize(site.switches.size());
    std::vector<bool> done(site.switches.size());
    node_leaf.assign(site.nodes.size(), -1);
    for (std::size_t i = 0; i < site.switches.size(); ++i) {
        complete(site, switches, done, i);
        if (!site.switches[i].switches.empty()) continue;
        leaves.push_back(static_cast<std::int32_t>(i));
        for (auto const node : site.switches[i].nodes)
            node_leaf[static_cast<std::size_t>(node)] = static_cast<std::int32_t>(i);
    }
}

}  // namespace clustersim::slurm
