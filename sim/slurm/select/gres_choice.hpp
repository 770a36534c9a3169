// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/node_availability.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Devices of one node as one job could use them.
struct DeviceOffer {
    std::int64_t least = 0;    ///< devices that the job takes here if it comes here
    std::int64_t offered = 0;  ///< usable devices of all kinds
    std::int64_t near = 0;     ///< usable GPUs near free cores, at most as many as a node gives
};

/// Spec 6.10.8 to 6.10.10: takes cores and CPUs out of `found` that the job has no use for beside
/// its devices, and says in its offer what it gives to needs counted per job. Empty if there are
/// too few devices.
std::optional<DeviceOffer>
offer_devices(Market const& market, RecordTable const& table, Availability& found);

/// `count` of the devices `free`, as Slurm picks them (spec 6.10): one without a socket and one of
/// each socket with cores of the job, more of those sockets, then others; well linked ones first.
std::uint64_t choose_devices(NodeRecord const& record,
                             RecordTable const& table,
                             std::uint64_t free,
                             CoreMask const& cores,
                             std::int64_t count);

}  // namespace clustersim::slurm
