// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/accelerator.hpp"

namespace clustersim {

/// Clock of matrix products under the power limit `allowed`, over their clock under `measured`; 1 if the limit is no
/// lower.
double clock_under(Watts allowed, Watts measured, Watts idle);

/// The accelerator with the shares of its matrix peaks that products reach under this power limit.
/// Unchanged if Achievable::power_limit is not known or not above this limit.
Accelerator under_power_limit(Accelerator accelerator, Watts allowed);

/// The rate of products that the device sustains in training under this power limit, at most `best`, that of one product
/// alone.
FlopRate
sustained_rate(Accelerator const& accelerator, Precision precision, Watts allowed, FlopRate best);

}  // namespace clustersim
