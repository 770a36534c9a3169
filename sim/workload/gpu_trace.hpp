// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/workload/arrival.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace clustersim {

struct GpuTrace {
    std::vector<Arrival>
        jobs;              ///< sizes in GPUs; by submission, equal ones in the order of the file
    Diagnostics odd_rows;  ///< notes: how many rows were skipped, and the places of the first
};

/// Reads a trace of a GPU cluster, a table of jobs with their GPUs (job_table.hpp); `-` is standard
/// input. The same errors.
Result<GpuTrace> read_gpu_trace(std::filesystem::path const& path);

/// The jobs as such a trace, the same for the same jobs: read again it gives them, in their order.
std::string gpu_trace_csv(std::vector<Arrival> const& jobs);

}  // namespace clustersim
