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

/// Reads a trace of a GPU cluster, a table of jobs with their GPUs (read_job_table.hpp); `-` is standard
/// input. The errors are the same.
Result<GpuTrace> read_gpu_trace(std::filesystem::path const& path);

/// The jobs as text of such a trace: equal jobs give equal text, and reading it again gives the
/// same jobs in the same order.
std::string gpu_trace_csv(std::vector<Arrival> const& jobs);

}  // namespace clustersim
