// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// summary.json: every metric of every job and variant with its distribution, schema
/// clustersim/result/1, keys sorted, two-space indent, plain SI units.
std::string study_json(Study const& study);

/// run.json: what the answers came from: version, seed, the hash of the resolved inputs, and each
/// resolved document as text. It holds no time of day and no host name, so that the same inputs give
/// the same bytes anywhere.
std::string provenance_json(Study const& study, std::vector<std::string> const& resolved);

}  // namespace clustersim
