// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/result.hpp"
#include "sim/slurm/read/accounting/imported_jobs.hpp"
#include "sim/slurm/read/accounting/sacctmgr_word.hpp"
#include "sim/workload/line_source.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace clustersim::slurm {

/// Takes a line; returns false if the lines after it are not needed.
using TakeLine = std::function<bool(ImportLine const&)>;

/// A reading that has found this many problems stops: more are of no use to anyone.
inline constexpr std::size_t most_problems = 1000;

/// No site has more jobs in its accounting of some years; an endless file is given up here.
inline constexpr std::size_t most_imported_jobs = 5'000'000;

/// Opens a file, which may be compressed or "-", and calls take(line) for every line that is not
/// blank. Returns the file's name for messages; fails if the file cannot be read to its end.
Result<std::string> read_lines(std::filesystem::path const& path, TakeLine const& take);

/// The result of reading the file of that name, or its problems. `missing` names what is missing if
/// the file has no job.
template <class Reading>
Result<ImportedJobs> jobs_of(Reading& reading, std::string const& name, std::string_view missing) {
    if (reading.problems().has_errors()) return failure(std::move(reading.problems()));
    ImportedJobs jobs = reading.take();
    if (jobs.jobs.size() >= most_imported_jobs)
        return failure(too_many_jobs(name, most_imported_jobs));
    if (jobs.jobs.empty())
        return failure(problem(Code::no_jobs, fmt::format("{} holds no {}", name, missing)));
    return jobs;
}

}  // namespace clustersim::slurm
