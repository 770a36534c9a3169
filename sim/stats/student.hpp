// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace clustersim {

/// The value below which Student's t with so many degrees of freedom (above 0) lies with probability p.
double student_quantile(double p, double freedom);

}  // namespace clustersim
