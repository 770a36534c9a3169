// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/machine/system.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The machine of one variant, in the words of the answers.
struct RunPlace {
    std::string system;  ///< "leonardo"
    std::string title;   ///< "Leonardo (CINECA, Italy)"
    std::string partition;
    std::string device;  ///< "4 x A100-SXM4-64" or the CPU model
    int partition_nodes = 0;
    bool whole_nodes = false;        ///< whatever a job requests
    std::string bill_unit;           ///< "core-h"
    std::vector<AccessMode> access;  ///< to the part of the machine that has these nodes
};

}  // namespace clustersim
