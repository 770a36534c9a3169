// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/collective/collective.hpp"
#include "models/machine/communication.hpp"
#include "sim/core/quantity.hpp"

#include <optional>
#include <string>

namespace clustersim {

/// One line of a table of measured collectives.
struct MeasuredCollective {
    std::string hardware;  ///< in the table's words; empty if not given
    std::string ports;     ///< the table's words for the NICs
    Collective collective = Collective::all_reduce;
    std::optional<Algorithm> algorithm;  ///< if it was forced
    int nodes = 0;                       ///< 0: not given
    int members = 0;
    int sharing = 0;                   ///< groups of a node that ran at the same time; 0: not given
    Bytes size{};                      ///< 8 GiB if the table only says that messages were large
    Duration time{};                   ///< measured, or computed from the bus bandwidth
    double algorithm_bandwidth = 0.0;  ///< GB/s as printed; 0: not given
    double bus_bandwidth = 0.0;        ///< likewise
    int line = 0;
    std::string words;               ///< the table's words for library, ports, source and remarks
    std::optional<Carrier> carrier;  ///< if `recognise` finds one
    Timing timing;
};

}  // namespace clustersim
