// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clustersim::slurm {

/// The result of reading sbatch options. The request always holds the options that were understood.
struct SbatchReading {
    std::vector<std::string_view> given;    ///< the names of the options read, without dashes
    std::vector<std::string> unknown;       ///< options that sbatch does not have, as written
    std::vector<std::string> problems;      ///< unknown options and wrong values, one line each
    std::vector<std::string> not_modelled;  ///< options that Slurm obeys and this program does not
    std::vector<std::string> rest;          ///< the script and its arguments
};

}  // namespace clustersim::slurm
