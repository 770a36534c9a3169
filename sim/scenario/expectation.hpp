// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/scenario/study.hpp"

namespace clustersim {

/// Holds the answers against a scenario's `expect:` block: one CS0401 error for each condition that
/// an answer breaks, and one for a condition that selects no answer at all (it would prove nothing).
Diagnostics unmet_expectations(Study const& study, std::vector<Expectation> const& expectations);

}  // namespace clustersim
