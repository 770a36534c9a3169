// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/commands/allocate/planned_project.hpp"
#include "sim/report/format.hpp"

#include <string>

namespace clustersim {

/// The compute section of a proposal, in Markdown or LaTeX: the request on the first machine and why on that one, a table of the stages, their justification, the months, and
/// what the numbers rest on.
std::string
proposal_text(Project const& project, Allocations const& found, Date start, Format format);

}  // namespace clustersim
