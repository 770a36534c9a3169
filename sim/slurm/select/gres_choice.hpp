// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/select/market.hpp"

#include <cstdint>
#include <optional>

namespace clustersim::slurm {

/// Devices of one node that one job could use.
struct DeviceOffer {
    std::int64_t least = 0;    ///< devices that the job takes here if it uses the node
    std::int64_t offered = 0;  ///< usable devices of all kinds
    std::int64_t near = 0;     ///< usable GPUs near free cores, at most as many as the job may have
                               ///< on a node
};

/// Spec 6.10.8 to 6.10.10: removes from `found` the cores and CPUs that the job cannot use together
/// with its devices, and sets in its offer the contribution to needs counted per job. Empty if
/// there are too few devices.
std::optional<DeviceOffer>
offer_devices(Market const& market, RecordTable const& table, Availability& found);

/// Chooses `count` of the devices `free` as Slurm does (spec 6.10): one without a socket and one of
/// each socket with cores of the job, more of those sockets, then others; well-linked ones first.
std::uint64_t choose_devices(NodeRecord const& record,
                             RecordTable const& table,
                             std::uint64_t free,
                             CoreMask const& cores,
                             std::int64_t count);

}  // namespace clustersim::slurm
