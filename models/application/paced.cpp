// SPDX-License-Identifier: Apache-2.0
#include "models/application/paced.hpp"

#include <algorithm>

namespace clustersim {

Paced paced(Duration device, double kernels, StepContext const& context) {
    double const share = context.framework.kernel_share;
    Duration const busy = device / share;
    Duration const starts = kernels * context.roofline.launch / share;
    return {std::max(busy, context.framework.host_per_kernel * kernels),
            busy,
            std::max(Duration{}, busy - starts)};
}

Paced paced(KernelTime const& pass,
            KernelTime const& routed,
            double waits,
            StepContext const& context) {
    if (routed.kernels <= 0.0) return paced(pass.time, pass.kernels, context);
    Framework const& framework = context.framework;
    Paced const rest = paced(pass.time - routed.time, pass.kernels - routed.kernels, context);
    Paced inside = paced(routed.time, routed.kernels, context);
    Duration const host = waits * framework.routed_wait + framework.routed_host * routed.kernels;
    inside.time = std::max(inside.busy, host);
    return rest + inside;
}

}  // namespace clustersim
