// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/allocate/allocation.hpp"

#include <string>

namespace clustersim {

/// The compute section of a proposal, in Markdown or LaTeX: the request, a table of the stages, its justification, the months, and
/// what the numbers rest on.
std::string
proposal_text(Project const& project, Allocation const& allocation, Date start, Format format);

}  // namespace clustersim
