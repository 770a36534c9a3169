// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace clustersim {

/// What a job needs of one access mode.
struct AccessShare {
    AccessMode const* mode = nullptr;
    std::optional<double>
        share;              ///< of the largest size that the mode grants; none: it has no upper end
    bool too_much = false;  ///< the job needs more than the mode grants
    bool too_little = false;  ///< the mode grants no project as small as the job
    [[nodiscard]] bool carries() const { return !too_much && !too_little; }
};

/// The hours in which a site grants GPUs: what it charges, if it charges GPU-hours (half of one for an hour of a GCD of
/// LUMI), else hours of devices.
GpuHours granted_gpu_hours(double device_hours, double billed, std::string_view bill_unit);

/// Whether the sizes of a mode are in GPU-hours.
bool is_sized_by_gpu(AccessMode const& mode);

/// The share of each mode, in the order of the modes. A mode is sized in node-hours or in GPU-hours; one without a size
/// carries any job.
std::vector<AccessShare>
access_shares(std::span<AccessMode const> modes, NodeHours node_hours, GpuHours gpu_hours);

/// The smallest mode for researchers that carries the job; if the job lies between two of them, the smallest that is
/// large enough. None: no mode is large enough, or there are none.
std::optional<AccessShare> smallest_access(std::span<AccessShare const> shares);

}  // namespace clustersim
