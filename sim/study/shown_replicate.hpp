// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/study/study.hpp"

#include <span>
#include <string>
#include <vector>

namespace clustersim {

/// The first replicate with the median wait (with an even number of replicates, the lower one).
/// Never is infinite. 0 without waits.
std::uint64_t median_replicate(std::span<double const> waits);

/// The example among the replicates of runs in one queue: the one with the median wait of the job that waits longest.
/// Several tasks of a job count as their first one. All replicates of a run are simulated.
ShownReplicate shown_replicate(std::span<RunAnswer const* const> runs);

/// "replicate 6 of 20 (from 0), the one with the median wait of train, nodes=4"
std::string shown_text(ShownReplicate const& shown);

}  // namespace clustersim
