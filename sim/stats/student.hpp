// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// Quantile of probability p of Student's t distribution with `freedom` degrees of freedom (above 0).
double student_quantile(double p, double freedom);

}  // namespace clustersim
