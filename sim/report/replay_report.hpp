// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/format.hpp"
#include "sim/results/metrics.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace clustersim {

/// One trace under one policy.
struct ReplaySummary {
    std::string trace;
    std::string policy;
    std::int32_t processors = 0;
    Metrics metrics;                                                ///< of the jobs that ran
    std::vector<std::pair<std::string, std::int64_t>> states = {};  ///< of all jobs, where known
    std::optional<double> recorded_mean_wait_s = {};                ///< in the trace, where it says
};

/// The summary in a format of `--format`; the JSON document has the schema clustersim/replay/1.
std::string print_replay(ReplaySummary const& summary, Format format);

/// Writes `id,submit,start,run,procs`, one row a job, in the order of the records; whole or not at all.
Result<void> write_starts(std::filesystem::path const& path, std::span<JobRecord const> records);

}  // namespace clustersim
