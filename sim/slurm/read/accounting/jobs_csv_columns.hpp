// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/slurm/read/accounting/imported_jobs.hpp"

#include <span>
#include <string>
#include <string_view>

namespace clustersim::slurm {

/// A column of jobs.csv. A reader returns what would have been right, or an empty text; a writer
/// returns the cell, empty for nothing.
struct JobColumn {
    std::string_view name;
    std::string (*write)(ImportedJob const& job);
    std::string (*read)(std::string const& cell, ImportedJob& job);
};

/// Every column but `extra`, in the order of writing.
std::span<JobColumn const> job_columns();

}  // namespace clustersim::slurm
