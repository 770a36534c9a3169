// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// Mean distance of the slowest of n from the mean, in standard deviations; 0 for one.
double expected_maximum(int n);

/// Time of a step that waits for the slowest of n devices, over that of an average device, if their
/// times have the coefficient of variation `spread`.
double slowest_of(int n, double spread);

}  // namespace clustersim
