// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace clustersim {

/// The shell script that gathers the queue of a cluster on its login node (collect.sh in this folder).
std::string_view collect_script();

}  // namespace clustersim
