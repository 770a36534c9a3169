// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace clustersim {

/// A value of a sample given that it is above `least`, not above `most`. `chance` in [0, 1) selects it. One more value,
/// uniform between `least` and `most`, stands for what the sample has not shown (add-one smoothing), so there is an
/// answer even if no value of the sample is above `least`.
double
conditional_value(std::span<double const> ascending, double least, double most, double chance);

}  // namespace clustersim
