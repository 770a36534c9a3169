// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/application/application.hpp"
#include "models/application/kernel.hpp"
#include "models/application/plan.hpp"
#include "models/application/platform.hpp"
#include "sim/core/result.hpp"

#include <vector>

namespace clustersim {

/// The distinct kernels of a training step of a transformer, of one device: products of both passes, attention forward, and for
/// each group of element-wise kernels one of their mean size. Fails for convolutions, whose products have no shape of their
/// own, and if prepare_step() does not accept the plan.
Result<std::vector<Kernel>>
kernels_of(Application const& application, Platform const& platform, Plan const& plan);

}  // namespace clustersim
