// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"
#include "sim/slurm/site/tres.hpp"

#include <set>
#include <string>

namespace clustersim::slurm {

/// Additional results of reading accounting files.
struct AccountingReading {
    TresTable const* tres = nullptr;  ///< the TRES of the cluster
    Diagnostics problems;             ///< errors and warnings, in the order found
    std::set<std::string> unused;     ///< words without effect here
};

}  // namespace clustersim::slurm
