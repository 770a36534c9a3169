// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/history/past_job.hpp"
#include "sim/history/waits/learned_trees.hpp"
#include "sim/stats/feature_table.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// The columns of simulated_columns(): mean, least and most of log10(wait + 1 s) over the samples, of the rules alone and with
/// the friction of the past.
std::vector<FeatureColumn> simulated_feature_columns();

/// What a simulation of the queue says of each wait (simulated_waits.hpp: five samples, run times
/// and friction as known at the beginning of the week of the clock): one row for each job. Values
/// are missing for jobs that nothing is learned from, for jobs before the first end of a job of the
/// past, and for the earliest jobs if there is more to simulate than options.simulated_work: the
/// sum over jobs of those that ran and waited at the submission, times those that waited (at most
/// 1,000). The `asked` job is simulated in any case. `history` has the queue_features() of the
/// past. The same on any number of workers. Interrupted: nothing.
std::optional<FeatureTable> simulated_columns(Past const& past,
                                              FeatureTable const& history,
                                              LearningOptions const& options,
                                              std::optional<std::size_t> asked = {});

/// How many of these rows have a simulation.
std::size_t simulated_rows(FeatureTable const& table, std::span<std::size_t const> rows);

}  // namespace clustersim
