// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/reader.hpp"
#include "sim/scenario/scenario.hpp"

namespace clustersim {

/// The longest time that a key accepts, in seconds: ten years, longer than any queue study.
inline constexpr double most_seconds = 3650.0 * 86400.0;

/// Reads a job's `dataset`, `checkpoint` and `resilience`; problems go to the reader's diagnostics.
void read_long_run(Reader& job, JobSpec& spec);

}  // namespace clustersim
