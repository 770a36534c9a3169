// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/stats/feature_table.hpp"
#include "sim/study/fit/named_job.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace clustersim {

/// The columns of simulated_columns(): mean, least and most of log10(wait + 1 s) over the samples, of the rules alone and with
/// the friction of the past.
std::vector<FeatureColumn> simulated_feature_columns();

struct ColumnOptions {
    /// The work that may be done: for each job, those that ran and waited at its submission times those that waited (at most 1,000). The
    /// latest jobs come first; the others have no simulation.
    double most_work = 0.0;
    std::optional<std::size_t> asked;  ///< a job that is simulated in any case
    unsigned workers = 1;
    std::function<bool()> interrupted;
    std::function<void(std::size_t, std::size_t)> progress;  ///< jobs done, of all
};

/// What a simulation of the queue says of each wait (simulated_waits.hpp: five samples, run times and friction as known at the
/// beginning of the week of the clock): one row for each job. Missing for jobs that nothing is learned from, until the first
/// job of the past has ended, and for the earliest jobs if there is too much to simulate. `jobs` are by submission, and `history`
/// has their queue_features(). The same on any number of workers. Interrupted: nothing.
std::optional<FeatureTable> simulated_columns(std::span<NamedJob const> jobs,
                                              FeatureTable const& history,
                                              ColumnOptions const& options);

/// How many of these rows have a simulation.
std::size_t simulated_rows(FeatureTable const& table, std::span<std::size_t const> rows);

}  // namespace clustersim
