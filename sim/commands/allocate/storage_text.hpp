// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/report/table.hpp"

#include <string>

namespace clustersim {

/// A row for each file system in use, a column for each kind of files; no rows if the stages state no files.
Table storage_table(PlannedProject const& one);

/// What the table counts, as a line; or which keys the stages lack.
std::string storage_sentence(Project const& project, PlannedProject const& one);

/// The storage paragraph of a proposal: the need and the quota on each file system.
std::string storage_paragraph(Project const& project, PlannedProject const& one);

}  // namespace clustersim
