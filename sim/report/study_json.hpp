// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/compare.hpp"
#include "sim/study/study.hpp"

#include <string>
#include <vector>

namespace clustersim {

/// summary.json: every metric of every job and variant with its distribution, schema
/// clustersim/result/1, keys sorted, two-space indent, plain SI units.
std::string study_json(Study const& study);

/// The same of a comparison: with `impossible`, the runs that a machine cannot do and why.
std::string comparison_json(Study const& study, std::vector<ImpossibleRun> const& impossible);

}  // namespace clustersim
