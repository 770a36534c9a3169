// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/quantity.hpp"

namespace clustersim {

/// How often a device, with its share of node and network, ends the job that runs on it.
struct FailureRate {
    Frequency value{};
    Frequency low{};
    Frequency high{};
};

/// For large accelerator machines, from published interruptions.
FailureRate reference_failure_rate();

/// For a device that fails once in `between` on average, known to a factor of one and a half.
FailureRate failure_rate_of(Duration between);

/// For a device that does not fail: once in 10^30 s.
FailureRate no_failures();

/// Mean time between two failures of a job on `devices` devices, which fail independently.
Duration mean_time_between_failures(Frequency per_device, int devices);

}  // namespace clustersim
