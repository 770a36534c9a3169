// SPDX-License-Identifier: Apache-2.0
//
// Equation. As in the header: the latency-bandwidth model of Hockney, "The communication challenge for MPP",
// Parallel Computing 20 (1994) 389, per level of the machine, in the form of NCCL's public tuning model
// (NVIDIA/nccl, src/graph/tuning.cc): a start and a step latency for each algorithm, protocol and kind of
// link, a bandwidth for each algorithm and protocol. The two levels are pipelined, so the slower counts. In
// trees the same blocks of a device serve the chain in the node and the edges between nodes, so only a part
// of the faster level is hidden.
// The ramp is our own term: the time a message needs to fill all channels, r S / (S + S_half).
// Domain. One collective of one job on devices of one kind.
#include "models/collective/shape.hpp"

#include <algorithm>

namespace clustersim {
namespace {

double step_factor(StepKind kind, ProtocolTuning const& tuning) {
    return kind == StepKind::ring ? tuning.ring_step : tuning.tree_step;
}

double hop_factor(StepKind kind, ProtocolTuning const& tuning) {
    return kind == StepKind::ring ? tuning.ring_hop : tuning.tree_hop;
}

}  // namespace

Duration time_of(Shape const& shape, Bytes size, Protocol protocol, Network const& network) {
    CollectiveTuning const& tuning = network.tuning;
    ProtocolTuning const& costs = tuning.of(protocol);
    bool const in_switch = shape.kind == StepKind::in_switch && tuning.in_switch.has_value();
    Duration time = in_switch ? tuning.in_switch->start : costs.start;
    time += network.device_latency * (shape.steps * step_factor(shape.kind, costs)) +
            (network.nic_latency + shape.further) * (shape.hops * hop_factor(shape.kind, costs));
    if (size.si() <= 0.0) return time;
    time += tuning.ramp * (size / (size + tuning.ramp_half));
    Duration link{};
    if (shape.link_volume > 0.0) link = size * shape.link_volume / (shape.link * costs.link_share);
    Duration nic{};
    if (shape.nic_volume > 0.0) nic = size * shape.nic_volume / (shape.nic * costs.nic_share);
    return time + std::max(link, nic) + (1.0 - shape.overlap) * std::min(link, nic);
}

}  // namespace clustersim
