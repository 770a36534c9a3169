// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/report/format.hpp"
#include "sim/scenario/resolve.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What `run --dry-run` prints: every resolved run, each value with where it came from (file and
/// line, option, or default), and what each job runs with that follows from them: partition, QOS,
/// walltime, batch, precision, parallel widths, ZeRO stage, recomputation. As a table, Markdown or CSV with
/// one value a row, or JSON of schema clustersim/dry-run/1.
std::string resolved_text(std::vector<ResolvedRun> const& runs, Format format);

}  // namespace clustersim
