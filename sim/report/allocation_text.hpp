// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/study/allocate/allocation.hpp"

#include <cstddef>
#include <string>

namespace clustersim {

/// A project on its machines: what to ask for, when it ends, month by month. Tables for a terminal are folded at `width`
/// characters; Markdown and LaTeX are the compute section of a proposal for the first machine; CSV has a row for each
/// stage and machine.
std::string allocation_text(
    Project const& project, Allocations const& found, Date start, Format format, std::size_t width);

}  // namespace clustersim
