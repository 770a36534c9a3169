// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <span>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// A column of jobs.csv. A reader returns the expected format, or an empty text on success; a
/// writer returns the cell, which may be empty.
struct JobColumn {
    std::string_view name;
    std::string (*write)(ImportedJob const& job);
    std::string (*read)(std::string const& cell, ImportedJob& job);
    bool instant = false;  ///< seconds from second 0 of the trace
};

/// Every column except `extra`, in the order of writing.
std::span<JobColumn const> job_columns();

}  // namespace clustersim::slurm
