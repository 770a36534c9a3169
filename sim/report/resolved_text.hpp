// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/resolve.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// What `run --dry-run` prints: every resolved run, each value with where it came from (file and
/// line, option, or default), and what follows from it for each job.
std::string resolved_text(std::vector<ResolvedRun> const& runs);

/// Each resolved document as YAML-like text, "path: value" a line, for run.json and its hash.
std::vector<std::string> resolved_documents(std::vector<ResolvedRun> const& runs);

}  // namespace clustersim
