// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/report/sqlite/database.hpp"

#include <filesystem>
#include <string>

namespace clustersim {

/// Number of the layout of the tables.
constexpr std::int64_t result_tables_version = 1;

/// The text of a file of a result, and where it is, for messages.
struct ResultText {
    std::filesystem::path file;
    std::string text;
};

/// The tables `about`, `metrics`, `runs`, `settings` and `answers`, from summary.json. Error CS0001 if it is no summary.
Result<void> write_summary_tables(Database& file, ResultText const& summary);

/// The tables `inputs` and `sources`, from report.json.
Result<void> write_source_tables(Database& file, ResultText const& report);

/// The tables `jobs` and `timeline`, with the columns of jobs.csv and timeline.csv. An empty cell is NULL. Error CS0001
/// for other columns.
Result<void> write_jobs_table(Database& file, ResultText const& jobs);
Result<void> write_timeline_table(Database& file, ResultText const& timeline);

}  // namespace clustersim
