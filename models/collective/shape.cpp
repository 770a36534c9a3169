// SPDX-License-Identifier: Apache-2.0
//
// Equation. As in the header: the latency-bandwidth model of Hockney, "The communication challenge for MPP",
// Parallel Computing 20 (1994) 389, per level of the machine, in the form of NCCL's public tuning model
// (NVIDIA/nccl, src/graph/tuning.cc): a start and a step latency for each algorithm, protocol and kind of
// link, a bandwidth for each algorithm and protocol. The two levels are pipelined, so the slower counts. In
// trees the same blocks of a device serve the chain in the node and the edges between nodes, so only a part
// of the faster level is hidden.
// The ramp is our own term: the time a message needs to fill all channels, r S / (S + S_half).
// Carriers. Between nodes, a hop over libfabric, sockets or MPI takes a time of its own. A message
// of at least the eager size waits for its receiver (rendezvous: libfabric, fi_cxi(7),
// FI_CXI_RDZV_THRESHOLD). It is a part of the collective's message on one channel; the library has
// two channels per port (NVIDIA/nccl, src/graph/connect.cc, doubles those that it finds). LL sends
// 16 bytes for 8, LL128 128 for 120.
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

/// Bytes on the wire per byte of data.
double wire_factor(Protocol protocol) {
    switch (protocol) {
        case Protocol::low_latency: return 2.0;
        case Protocol::low_latency_128: return 128.0 / 120.0;
        case Protocol::simple: break;
    }
    return 1.0;
}

/// One message between two nodes.
Bytes message_of(Shape const& shape, Bytes size, Protocol protocol, Network const& network) {
    constexpr double channels_per_port = 2.0;
    double const ports = network.nic.si() > 0.0 ? std::max(1.0, shape.nic / network.nic) : 1.0;
    return size * (wire_factor(protocol) / (shape.parts * channels_per_port * ports));
}

/// The bandwidth to which the carrier limits a node's traffic.
Bandwidth limited(Bandwidth port, CarriedProtocol const& carried, Bytes size) {
    if (!carried.rate) return port;
    double const growth = carried.rate_doubles ? 1.0 + size / *carried.rate_doubles : 1.0;
    return std::min(port, *carried.rate * growth);
}

/// The formula, with the time of all hops and the bandwidth between nodes.
Duration evaluated(Shape const& shape,
                   Bytes size,
                   Protocol protocol,
                   Network const& network,
                   Duration hops,
                   Bandwidth port) {
    CollectiveTuning const& tuning = network.tuning;
    ProtocolTuning const& costs = tuning.of(protocol);
    bool const in_switch = shape.kind == StepKind::in_switch && tuning.in_switch.has_value();
    Duration time = in_switch ? tuning.in_switch->start : costs.start;
    time += network.device_latency * (shape.steps * step_factor(shape.kind, costs)) + hops;
    if (size.si() <= 0.0) return time;
    time += tuning.ramp * (size / (size + tuning.ramp_half));
    Duration link{};
    if (shape.link_volume > 0.0) link = size * shape.link_volume / (shape.link * costs.link_share);
    Duration nic{};
    if (shape.nic_volume > 0.0) nic = size * shape.nic_volume / port;
    return time + std::max(link, nic) + (1.0 - shape.overlap) * std::min(link, nic);
}

}  // namespace

Duration time_of(Shape const& shape, Bytes size, Protocol protocol, Network const& network) {
    ProtocolTuning const& costs = network.tuning.of(protocol);
    return evaluated(shape,
                     size,
                     protocol,
                     network,
                     (network.nic_latency + shape.further) *
                         (shape.hops * hop_factor(shape.kind, costs)),
                     shape.nic * costs.nic_share);
}

Duration carried_time(Shape const& shape, Bytes size, Protocol protocol, Network const& network) {
    ProtocolTuning const& costs = network.tuning.of(protocol);
    CarriedProtocol const& carried = network.carrier.of(protocol);
    Duration const latency = network.nic_latency + network.carrier_latency + shape.further;
    Duration hop = latency * hop_factor(shape.kind, costs) + carried.hop;
    Bytes const message = message_of(shape, size, protocol, network);
    if (network.carrier.eager && message >= *network.carrier.eager)
        hop += network.carrier.rendezvous;
    return evaluated(shape,
                     size,
                     protocol,
                     network,
                     hop * shape.hops,
                     limited(shape.nic * costs.nic_share, carried, size));
}

bool offered(Shape const& shape, Protocol protocol, Network const& network) {
    if (shape.kind == StepKind::in_switch && protocol != Protocol::simple) return false;
    return shape.hops <= 0.0 ||
           (network.tuning.of(protocol).between_nodes && network.carrier.of(protocol).offered);
}

}  // namespace clustersim
