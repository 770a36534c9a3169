// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/document.hpp"
#include "sim/workload/swf.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Which jobs start earlier or later under another policy, site or release of Slurm?
struct DiffQuestion {
    /// Site files and tables of outcomes, or scenarios and folders of results; each is compared with the first.
    std::vector<GivenDocument> files;
    std::vector<std::string> with;   ///< a further side each: the first file with these changes
    std::vector<std::string> set;    ///< changes of every side
    std::filesystem::path workload;  ///< the trace of the site files
    SwfOptions swf;                  ///< which of its jobs to use
    std::optional<std::int64_t> seed;
    std::optional<std::int64_t> replicates;
};

}  // namespace clustersim
