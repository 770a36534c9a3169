// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/core/time.hpp"
#include "sim/workload/mix.hpp"

#include <optional>

namespace clustersim {

// Users of a machine with a shorter limit than that of the log request less and run less:
//
//   t' = t L / L0      runs beyond the shortest and choices of the menu, if the partition's limit L is below L0, the log's
//
// so that the shares of jobs at the limit stay the same. In logs with limits of 18 to 72 h, 3 to
// 22 % of the work is in jobs that run to the longest limit, and 9 to 52 % in jobs that request it
// (CTC SP2, Curie, KTH SP2, RICC; docs/waits.md). If jobs of Blue Waters (48 h) were cut at 12 h
// instead, these shares would be 82 and 92 %, and no job could start before earlier ones. Valid for
// L of a few hours and more; a partition with a longer limit has the jobs of the log.

/// The mix for a partition whose longest limit is this; nothing if that is not shorter than the
/// mix's, if the mix has none, or if it is not a model of batches.
std::optional<Mix> with_limit(Mix const& mix, Seconds limit);

}  // namespace clustersim
