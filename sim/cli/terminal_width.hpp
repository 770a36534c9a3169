// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace clustersim {

/// The columns of the terminal that stdout is; 80 if it is a pipe or a file.
std::size_t stdout_width();

}  // namespace clustersim
