// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/collective_tuning.hpp"
#include "sim/core/quantity.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace clustersim {

/// What a network interface adds to one protocol of a collective library.
struct CarriedProtocol {
    bool offered = true;  ///< false: the library does not use it over this interface
    Duration hop{};       ///< time of one step between two nodes, beyond that of the ports
    std::optional<Bandwidth> rate;      ///< limit of a node's traffic
    std::optional<Bytes> rate_doubles;  ///< message for which the limit is twice `rate`
};

/// Single messages of a library that keeps many of them in flight, as MPI does in a window.
struct MessageWindow {
    Duration gap{};      ///< from the start of one message to that of the next, of any size
    double share = 1.0;  ///< of the line's rate
};

/// The software between a collective library and the ports: libfabric with a provider, sockets,
/// MPI. The default adds nothing, like verbs, for which the libraries' own constants are made.
struct Carrier {
    std::string name;
    std::optional<Duration> latency;  ///< replaces that of the ports
    std::optional<Bytes> eager;       ///< least message that waits for its receiver (rendezvous)
    Duration rendezvous{};            ///< time of this wait
    std::array<CarriedProtocol, protocol_count> protocols;
    std::optional<MessageWindow> in_node;
    std::optional<MessageWindow> between_nodes;

    [[nodiscard]] CarriedProtocol const& of(Protocol protocol) const {
        return protocols[static_cast<std::size_t>(protocol)];
    }
};

/// How a benchmark takes times.
struct Timing {
    Duration exposed{};  ///< host time in each call, if calls are timed one by one
    bool one_process =
        false;  ///< one process launches the kernels of all devices of a node in turn
};

/// Software of measurements, as tables name it: a carrier, the timing of a benchmark, or both.
struct CommunicationSoftware {
    std::string name;
    std::string title;
    /// Names in tables; each is a list of words that must all occur.
    std::vector<std::string> known_as;
    std::optional<Carrier> carrier;
    std::optional<Timing> timing;
};

/// The carrier or timing that a text names; of several, the one with the longest entry of
/// `known_as`.
Carrier const* find_carrier(std::span<CommunicationSoftware const> all, std::string_view text);
Timing const* find_timing(std::span<CommunicationSoftware const> all, std::string_view text);

}  // namespace clustersim
