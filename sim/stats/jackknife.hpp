// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

namespace clustersim {

/// Half the width of the 95 % interval of an estimate, from the estimates that leave out one block of the data each:
/// Student's t times the standard error sqrt((n - 1) / n * sum (x_i - mean)^2) of the delete-one jackknife (B. Efron,
/// C. Stein, Annals of Statistics 9 (1981) 586, doi:10.1214/aos/1176345462), with n - 1 degrees of freedom. The blocks
/// are independent of each other, the data within a block need not be. Nothing for fewer than three blocks.
std::optional<double> jackknife_half_width(std::span<double const> left_out);

}  // namespace clustersim
