// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/kept_machines.hpp"
#include "sim/config/kept_files.hpp"

namespace clustersim {

/// Inputs that earlier questions of the process read from the folders of the program, each until one of its files changes.
struct KeptInputs {
    KeptMachines machines;
    KeptDocuments applications;
};

}  // namespace clustersim
