// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// How many standard deviations the slowest of n is behind the mean, on average; 0 of one.
double expected_maximum(int n);

/// Time of a step that waits for the slowest of n devices over that of an average one, when their times
/// differ by the coefficient of variation `spread`.
double slowest_of(int n, double spread);

}  // namespace clustersim
