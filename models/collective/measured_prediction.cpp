// SPDX-License-Identifier: Apache-2.0
//
// Nodes and networks of measured rows, and their predictions. Benchmarks that time each call add the time of the host.
// If one process drives all devices of a node, it launches their kernels in turn; while it launches those of the next
// call, the devices run, so the longer of the two counts.
#include "models/collective/measured.hpp"
#include "sim/core/ascii.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace clustersim {
namespace {

std::optional<double> number_at(std::string_view text, std::size_t& at) {
    while (at < text.size() && (std::isdigit(static_cast<unsigned char>(text[at])) == 0)) ++at;
    if (at == text.size()) return std::nullopt;
    double value = 0.0;
    auto const [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    return value;
}

}  // namespace

void recognise(std::span<MeasuredCollective> rows,
               std::span<CommunicationSoftware const> software) {
    for (MeasuredCollective& row : rows) {
        if (Carrier const* found = find_carrier(software, row.words)) row.carrier = *found;
        if (Timing const* found = find_timing(software, row.words)) row.timing = *found;
    }
}

NodeType measured_node(LinkClass const& link_class, MeasuredCollective const& row) {
    NodeType type = link_class.node();
    int const per_node = row.nodes > 0 ? row.members / row.nodes : row.members;
    if (row.carrier) type.carrier = *row.carrier;
    if (per_node > type.gpus) {  // a larger node of that kind, whose wires are unknown
        type.gpus = per_node;
        type.link.wires.clear();
    }
    std::string const ports = lower(row.ports);
    std::size_t at = 0;
    auto const count = number_at(ports, at);
    if (count && *count >= 1.0 && *count <= 64.0) type.nic.count = static_cast<int>(*count);
    while (auto const speed = number_at(ports, at)) {
        constexpr std::array rates{25.0, 40.0, 56.0, 100.0, 200.0, 400.0, 800.0};
        if (std::ranges::find(rates, *speed) == rates.end()) continue;
        type.nic.bandwidth = bytes_per_second(*speed * 1e9 / 8.0);
    }
    return type;
}

Group measured_group(MeasuredCollective const& row, NodeType const& type) {
    Group group;
    group.members = row.members;
    int const nodes = std::max(1, row.nodes);
    group.per_node = std::max(1, row.members / nodes);
    if (type.link.domain > 0) group.per_node = std::min(row.members, type.linked_devices());
    bool const of_a_job = nodes > row.members;
    group.sharing = row.sharing > 0 ? row.sharing : of_a_job ? type.gpus : 1;
    return group;
}

Network measured_network(MeasuredCollective const& row, NodeType const& type) {
    return network_of(type, FabricParameters{}, measured_group(row, type).nodes());
}

FastestAlgorithm
predict(MeasuredCollective const& row, NodeType const& type, Network const& network) {
    Group const group = measured_group(row, type);
    FastestAlgorithm choice;
    choice.time = seconds(std::numeric_limits<double>::infinity());
    if (row.algorithm) choice = choose(row.collective, row.size, group, network, row.algorithm);
    if (!std::isfinite(choice.time.si())) choice = choose(row.collective, row.size, group, network);
    if (row.timing.one_process) {
        double const launches = static_cast<double>(row.members) / std::max(1, row.nodes);
        choice.time = std::max(choice.time, type.collectives.launch * launches);
    }
    choice.time += row.timing.exposed;
    return choice;
}

FastestAlgorithm predict(MeasuredCollective const& row, NodeType const& type) {
    return predict(row, type, measured_network(row, type));
}

}  // namespace clustersim
