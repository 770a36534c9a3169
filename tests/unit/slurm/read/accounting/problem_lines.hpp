// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/diagnostic.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim::slurm {

/// "jobs.csv:3:5: message" for each problem, without the folder.
inline std::vector<std::string> problem_lines(Diagnostics const& diagnostics) {
    std::vector<std::string> out;
    for (Diagnostic const& one : diagnostics.items()) {
        out.push_back(std::filesystem::path(one.where.file).filename().string() + ":" +
                      std::to_string(one.where.line) + ":" + std::to_string(one.where.column) +
                      ": " + one.message);
    }
    return out;
}

}  // namespace clustersim::slurm
