// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/report/table.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// A row for each machine: what to ask for, and when the project ends.
Table machines_table(Allocations const& found, Date start);
/// A row for each stage on a machine, and one for each month.
Table stages_table(PlannedProject const& one);
Table months_table(PlannedProject const& one);
/// The lines after the tables.
std::string allocation_notes(Project const& project, Allocations const& found);

/// A project on its machines: what to ask for, when it ends, month by month. Markdown and LaTeX are the compute section of a proposal for the first machine; CSV has a row for each
/// stage and machine.
std::string
allocation_text(Project const& project, Allocations const& found, Date start, Format format);

}  // namespace clustersim
