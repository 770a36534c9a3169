// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

namespace clustersim {

/// Compares every run of a sweep with the first one: replicate by replicate, because replicates of the same number
/// have the same background load unless the sweep changes it. Sets JobOutcome::wait_change and the like. Leaves out
/// runs with another number of replicates than the first, and jobs that do not start in every replicate.
void add_changes(Study& study);

}  // namespace clustersim
