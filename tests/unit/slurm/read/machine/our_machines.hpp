// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/machine/slurm_readers.hpp"

#include <string>

namespace clustersim {

/// The machines of systems/.
inline Catalogue const ours = machine_catalogue(std::string(PROJECT_DIR) + "/systems");

}  // namespace clustersim
