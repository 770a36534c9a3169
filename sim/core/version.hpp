// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// The version of the program, "0.2.0". Results and stored models carry it.
std::string_view program_version();

}  // namespace clustersim
