// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <string>

namespace clustersim {

/// summary.json: every metric of every job and variant with its distribution, schema
/// clustersim/result/1, keys sorted, two-space indent, plain SI units.
std::string study_json(Study const& study);

}  // namespace clustersim
