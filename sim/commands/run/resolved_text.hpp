// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/scenario/resolved_run.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// The output of `run --dry-run`: every resolved run, each value with its origin (file and line, option, or default),
/// and for each job the values that follow from them: partition, QOS, walltime, batch, precision, parallel widths,
/// ZeRO stage, recomputation. A table, Markdown or CSV with one value per row, or JSON of schema
/// clustersim/dry-run/1.
std::string resolved_text(std::vector<ResolvedRun> const& runs, Format format);

}  // namespace clustersim
