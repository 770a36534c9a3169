// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/job_shape.hpp"
#include "sim/workload/swf.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace clustersim {

/// Which jobs of a log are used.
enum class FittedJobs { all, gpu, cpu };

struct LogQuestion {
    std::vector<std::filesystem::path> files;
    std::optional<SizeUnit> unit;         ///< absent: GPUs if the log has no nodes
    std::vector<std::string> partitions;  ///< empty: all
    FittedJobs jobs = FittedJobs::all;
    std::int32_t cores_per_node = 1;        ///< of logs in processors (SWF)
    SizeField size = SizeField::requested;  ///< likewise
    std::optional<std::string> hash_key;    ///< users of sacct are hashed with it
};

}  // namespace clustersim
