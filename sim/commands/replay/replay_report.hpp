// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/table.hpp"
#include "sim/results/job_record.hpp"
#include "sim/study/replay_summary.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace clustersim {

/// The summary for people, a row for each measure.
Table replay_table(ReplaySummary const& summary);

/// The summary in a format of `--format`; the JSON document has the schema clustersim/replay/1.
std::string print_replay(ReplaySummary const& summary, Format format);

/// Writes `id,submit,start,run,procs`, one row per job, in the order of the records. The file appears complete or not
/// at all.
Result<void> write_starts(std::filesystem::path const& path, std::span<JobRecord const> records);

}  // namespace clustersim
