// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/kernel_time.hpp"
#include "models/application/step_context.hpp"

namespace clustersim {

/// Time of some kernels, at the pace of the device or of the host that issues them.
struct Paced {
    Duration time{};
    Duration busy{};  ///< part in which the device runs kernels
    Duration work{};  ///< part of `busy` without the starts of kernels
    /// The time for which the device waits for the host.
    [[nodiscard]] Duration host() const { return time - busy; }

    friend Paced operator+(Paced a, Paced const& b) {
        return {a.time + b.time, a.busy + b.busy, a.work + b.work};
    }
    friend Paced operator*(double times, Paced const& a) {
        return {times * a.time, times * a.busy, times * a.work};
    }
};

/// The time of the device, or of the host that issues `kernels` kernels if that is longer.
Paced paced(Duration device, double kernels, StepContext const& context);

/// A pass through a layer with a routed part. The host cannot start that part before it knows where tokens go, so the
/// two parts are paced separately. `waits` counts how often the host waits for this.
Paced paced(KernelTime const& pass,
            KernelTime const& routed,
            double waits,
            StepContext const& context);

}  // namespace clustersim
