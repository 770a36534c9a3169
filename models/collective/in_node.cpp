// SPDX-License-Identifier: Apache-2.0
//
// NCCL between the devices of one node: what it believes when it chooses a protocol, and what the protocol then takes.
//
// Equation. A ring over n devices has k (n-1) steps, k = 2 for an all-reduce, else 1. In each of its rounds a device sends
// k (n-1) parts of S/n and copies a last one, which it only receives: V = (k (n-1) + c) S/n, c = 0.57 of a step.
//   LL      start + steps a + ramp S / (S + 9 kB) + V / (share B)
//   LL128   start + steps a + ramp + 12.6 us + V / (share B)
//   Simple  start + ramp + fill (1 + 0.7 steps) + V / B
// All-to-all sends V = (n - 1 + c) S/n to p = n - 1 peers at once, a message V = S to one; up to 16 KiB for a peer they use LL:
//   LL      start + 1.9 us + 0.38 us p + ramp S / (S + 9 kB) + V / (share B)
//   Simple  the same with V / B, 3 us and 7 fill S / (S + 33 MB)
// Through the host's memory, B = pair (2/n)^falls, and the last copy is free (c = 0). In the switch, an all-reduce of more
// than four devices takes start + S over its share of the link.
// The choice is that of NCCL's tuning model: 6.6, 14 and 8.4 us, 0.6, 1.9 and 3.4 us a step (PCIe: 1 and 5.7 us, no
// LL128), 0.38 (half on PCIe), 0.92 and 1 of the achieved bandwidth of the links. It explains at which size each measured table
// changes its slope, although the protocol for smaller messages would often be faster. Where one for larger messages is, it
// counts, so a larger message never takes less time.
// Source. NVIDIA/nccl, src/graph/tuning.cc and src/enqueue.cc (thresholds, choice); constants fitted to every second size of
// nccl-tests on A100 and GB200 in AI Configurator (ai-dynamo/aiconfigurator @ 095f58a51, Apache-2.0). On the other sizes, on H100 with
// its own start and step and on L40S they are off by 7 and 12 % on average, on A100 and GB200 by 5 %.
// Domain. 2 to 8 devices, 512 B to 512 MiB, one process or thread for each device, NCCL 2.27 to 2.29.
#include "models/collective/in_node.hpp"

#include "models/collective/in_switch.hpp"
#include "models/collective/shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace clustersim {
namespace {

using namespace literals;

constexpr double last_copy = 0.57;
constexpr Bytes filled_lines = bytes(9e3);
constexpr Duration low_latency_128_more = 12.6_us;
constexpr double fill_of_step = 0.7;
constexpr Duration peers_start = 1.9_us;
constexpr Duration one_peer = 0.38_us;
constexpr Bytes low_latency_peer = bytes(16.0 * 1024.0);
constexpr Duration peers_simple = 3.0_us;
constexpr double peers_fill = 7.0;
constexpr Bytes filled_peers = bytes(33e6);
constexpr int most_without_switch = 4;

/// A protocol as NCCL's tuning model sees it.
struct Believed {
    Protocol protocol = Protocol::simple;
    Duration start{};
    Duration step{};
    double share = 1.0;
};
constexpr std::array over_links{Believed{Protocol::low_latency, 6.6_us, 0.6_us, 0.38},
                                Believed{Protocol::low_latency_128, 14.0_us, 1.9_us, 0.92},
                                Believed{Protocol::simple, 8.4_us, 3.4_us, 1.0}};
constexpr std::array over_pcie{Believed{Protocol::low_latency, 6.6_us, 1.0_us, 0.5},
                               Believed{Protocol::simple, 8.4_us, 5.7_us, 1.0}};

/// What a ring or the messages of a device have to do.
struct Work {
    double steps = 0.0;
    double sent = 0.0;    ///< share of the message that a device sends
    double copied = 0.0;  ///< share of it that a device receives last
};

/// The costs of one message on the links of a group.
class InNode {
  public:
    InNode(Bandwidth line, Bytes size, Group const& group, Network const& network)
        : costs_(*network.tuning.in_node), size_(size), line_(line), achieved_(line) {
        if (!costs_.staging) return;
        Staging const& staging = *costs_.staging;
        int const active = std::min(network.devices, group.members * group.sharing);
        achieved_ = std::min(line, staging.pair * std::pow(2.0 / active, staging.falls));
    }

    [[nodiscard]] InNodeTime ring(Work const& work) const {
        Protocol const chosen =
            costs_.staging ? believed(over_pcie, work) : believed(over_links, work);
        InNodeTime best{ring_time(chosen, work), chosen};
        for (Protocol const later : {Protocol::low_latency_128, Protocol::simple}) {
            if (later <= chosen || (costs_.staging && later != Protocol::simple)) continue;
            Duration const time = ring_time(later, work);
            if (time < best.time) best = {time, later};
        }
        return best;
    }

    /// To so many peers.
    [[nodiscard]] InNodeTime messages(double peers, Work const& work) const {
        Duration const start = costs_.start + peers_start + peers * one_peer + filled();
        Bytes const volume = volume_of(work);
        Duration const simple = start + peers_simple +
                                peers_fill * costs_.fill * (size_ / (size_ + filled_peers)) +
                                volume / achieved_;
        Duration const low_latency = start + volume / (achieved_ * costs_.low_latency_share);
        if (size_ * work.sent <= peers * low_latency_peer && low_latency < simple)
            return {low_latency, Protocol::low_latency};
        return {simple, Protocol::simple};
    }

  private:
    template <class Table>
    [[nodiscard]] Protocol believed(Table const& table, Work const& work) const {
        Protocol best = Protocol::simple;
        Duration least{};
        for (Believed const& one : table) {
            Duration const time =
                one.start + work.steps * one.step + size_ * work.sent / (line_ * one.share);
            if (&one != table.data() && time >= least) continue;
            least = time;
            best = one.protocol;
        }
        return best;
    }

    [[nodiscard]] Duration ring_time(Protocol protocol, Work const& work) const {
        Bytes const volume = volume_of(work);
        switch (protocol) {
            case Protocol::low_latency:
                return costs_.start + work.steps * costs_.step + filled() +
                       volume / (achieved_ * costs_.low_latency_share);
            case Protocol::low_latency_128:
                return costs_.start + work.steps * costs_.step + costs_.ramp +
                       low_latency_128_more + volume / (achieved_ * costs_.low_latency_128_share);
            case Protocol::simple: break;
        }
        return costs_.start + costs_.ramp + costs_.fill * (1.0 + fill_of_step * work.steps) +
               volume / achieved_;
    }

    [[nodiscard]] Bytes volume_of(Work const& work) const {
        return size_ * (work.sent + (costs_.staging ? 0.0 : work.copied));
    }
    [[nodiscard]] Duration filled() const { return costs_.ramp * (size_ / (size_ + filled_lines)); }

    InNodeTuning costs_;
    Bytes size_;
    Bandwidth line_;
    Bandwidth achieved_;
};

std::optional<InNodeTime>
around(Work const& work, Bytes size, Group const& group, Network const& network) {
    Bandwidth const line = network.ring(group.members);
    if (line.si() <= 0.0) return std::nullopt;
    return InNode(line, size, group, network).ring(work);
}

}  // namespace

bool measured_in_node(Group const& group, Network const& network) {
    return group.nodes() == 1 && network.tuning.in_node.has_value();
}

std::optional<InNodeTime>
ring_in_node(double rounds, Bytes size, Group const& group, Network const& network) {
    double const n = group.members;
    return around(
        {rounds * (n - 1.0), rounds * (n - 1.0) / n, last_copy / n}, size, group, network);
}

std::optional<InNodeTime> pipeline_in_node(Bytes size, Group const& group, Network const& network) {
    return around({group.members - 1.0, 1.0, 0.0}, size, group, network);
}

std::optional<Duration> switch_in_node(Bytes size, Group const& group, Network const& network) {
    if (group.members <= most_without_switch) return std::nullopt;
    Shape const shape = in_switch_all_reduce(group, network);
    if (!shape.possible) return std::nullopt;
    return network.tuning.in_switch->start + size * shape.link_volume / shape.link;
}

InNodeTime pairs_in_node(Bytes size, Group const& group, Network const& network) {
    double const n = group.members;
    Bandwidth const line = std::min(network.device, (n - 1.0) * network.chain);
    Work const work{0.0, (n - 1.0) / n, last_copy / n};
    return InNode(line, size, group, network).messages(n - 1.0, work);
}

std::optional<InNodeTime> message_in_node(Bytes size, Group const& group, Network const& network) {
    if (network.pair.si() <= 0.0) return std::nullopt;
    return InNode(network.pair, size, group, network).messages(1.0, {0.0, 1.0, 0.0});
}

}  // namespace clustersim
